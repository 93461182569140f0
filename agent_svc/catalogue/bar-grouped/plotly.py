"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import plotly.graph_objects as go

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

fig = go.Figure()
if wide.isna().all(axis=None):
    say(fig, options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    texts = value_texts(wide.to_numpy().ravel())
    scale = number_scale(wide, options["y_range"], (0.12, 0.12) if show_values else (0.05, 0.05), zero=True)
    if options["log_y"]:
        scale = log_scale(wide, options["y_range"], 0.12 if show_values else 0.05)
    for place, name in enumerate(wide.columns):
        shown = on_axis(wide[name], scale)
        places = {"x": shown, "y": labels, "orientation": "h"} if lying else {"x": labels, "y": shown}
        words = texts[place :: len(wide.columns)] if show_values else None
        fig.add_bar(**places, text=words, name=legend_name(name), marker={"color": colors[place % len(colors)]})
    upright = -90 if not lying and wide.size > 16 else 0
    fig.update_traces(textposition="outside", textangle=upright, textfont={"size": 22}, cliponaxis=False)
    fig.update_traces(marker_line_width=0)
    fig.update_layout(barmode="group", bargap=0.2, bargroupgap=0.08)

    notes = [scale["note"]]
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    legend = legend_place(list(wide.columns), options["legend"], group)
    names = options["x_label"] or x, options["y_label"] or value_label(table, ["x", "series"], how, ys)
    frame = bar_frame(fig, scale, labels, lying, legend["beside"])
    lay_out(
        fig, *frame, options["title"], *(names[::-1] if lying else names), notes, legend, group, "x" if lying else "y"
    )

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
