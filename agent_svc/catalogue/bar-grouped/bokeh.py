"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import numpy as np
from bokeh.io import export_png

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category and series; what is beyond the limits becomes one category, one series.
x, ys, group = roles["x"], roles.get("y") or [], roles.get("group")
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 40)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
wide = aggregate(table, ["x", "series"], how).unstack("series")

if wide.isna().all(axis=None):
    plot = message(options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    scale = number_scale(wide, options["y_range"], (0.12, 0.12) if show_values else (0.05, 0.05), zero=True)
    if options["log_y"]:
        scale = log_scale(wide, options["y_range"], 0.12 if show_values else 0.05)
    notes = [scale["note"]]
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    legend = legend_place(list(wide.columns), options["legend"], group)
    names = options["x_label"] or x, options["y_label"] or value_label(table, ["x", "series"], how, ys)
    frame = bar_frame(scale, labels, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, notes, legend["rows"], legend["beside"])

    plot = new_plot(*frame, parts, "x" if lying else "y")
    colors = series_colors(options["color"])
    width = 0.8 / len(wide.columns)
    texts = value_texts(wide.to_numpy().ravel())
    for place, name in enumerate(wide.columns):
        spots = np.arange(len(wide)) + (place - (len(wide.columns) - 1) / 2) * width
        look = {"fill_color": colors[place % len(colors)], "legend_label": plain(short_name(name))}
        add_bars(plot, spots, wide[name], 0.92 * width, scale, lying, **look)
        if show_values:
            own = texts[place :: len(wide.columns)]
            add_values(plot, spots, wide[name], own, scale, lying, upright=wide.size > 16)
    add_zero(plot, scale, "x" if lying else "y")
    place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
