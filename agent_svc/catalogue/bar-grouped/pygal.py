"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import cairosvg

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
    chart = message(options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])[: len(wide.columns)]
    styles = {name: (color, str(name)) for name, color in zip(wide.columns, colors, strict=True)}
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

    chart = new_bars(scale, parts, labels, colors, lying)
    for name in wide.columns:
        add_bars(chart, name, wide[name], scale, lying)
    series, count = [wide[name] for name in wide.columns], len(wide.columns)
    texts = value_texts(wide.to_numpy().ravel()) if show_values else [""] * wide.size
    words = [texts[place::count] for place in range(count)]

    def finish(root, across, upward, box):
        finish_bars(root, series, words, scale, lying, (across, upward), box)

    keys = {"legend": legend, "styles": styles, "title": group, "key": "square"}
    lay_out(chart, frame, parts, "x" if lying else "y", keys, lying, finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
