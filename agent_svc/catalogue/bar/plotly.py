"""Bar chart: one bar per category, records of the same category aggregated."""

import plotly.graph_objects as go

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category, in the order asked for; categories beyond the limit become one bar.
x, y = roles["x"], roles.get("y")
ys = [y] if y else []
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys)
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 60)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
bars = aggregate(table, "x", how)

fig = go.Figure()
if bars.isna().all():
    say(fig, options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in bars.index]
    lying = lies_down(options["orientation"], labels)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    scale = number_scale(bars, options["y_range"], (0.12, 0.12) if show_values else (0.05, 0.05), zero=True)
    if options["log_y"]:
        scale = log_scale(bars, options["y_range"], 0.12 if show_values else 0.05)
    shown = on_axis(bars, scale)
    places = {"x": shown, "y": labels, "orientation": "h"} if lying else {"x": labels, "y": shown}
    texts = value_texts(bars) if show_values else None
    fig.add_bar(**places, text=texts, marker={"color": series_colors(options["color"])[0], "line": {"width": 0}})
    upright = -90 if not lying and len(bars) > 16 else 0
    fig.update_traces(textposition="outside", textangle=upright, textfont={"size": 22}, cliponaxis=False)

    notes = [scale["note"]]
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    names = options["x_label"] or x, options["y_label"] or value_label(table, ["x"], how, ys)
    frame = bar_frame(fig, scale, labels, lying)
    lay_out(fig, *frame, options["title"], *(names[::-1] if lying else names), notes, grid="x" if lying else "y")

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
