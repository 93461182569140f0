"""Horizontal bar chart: a ranking of categories, records of the same category aggregated."""

import matplotlib.pyplot as plt

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
table["x"] = merge_tail(table["x"], ranked, options["top_n"] or 30, options["other"])
bars = aggregate(table, "x", how)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if bars.isna().all():
    say(ax, no_values(x, ys))
else:
    labels, notes = list(bars.index), []
    color, lit = series_colors(options["color"])[0], options["highlight"]
    colors = [color if lit in (None, name) or lit not in labels else MUTED for name in labels]
    drawn = ax.barh(range(len(bars)), bars, 0.74, color=colors)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 30
    if show_values:
        size = min(8.0, 230 / len(bars))
        ax.bar_label(drawn, value_texts(bars), padding=3, size=size, color=INK)

    # Bars stand on zero, and leave room for their numbers.
    ax.margins(x=0.12 if show_values else 0.05)
    ax.axvline(0, color=MUTED, linewidth=0.8)
    ax.spines["left"].set_visible(False)
    number_axis(ax.xaxis, bars)
    if options["log_y"]:
        notes.append(log_axis(ax.xaxis, bars))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], lying=True)
    if options["y_range"]:
        set_range(ax.xaxis, options["y_range"])
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    if lit and lit not in labels:
        notes.append(f"There is no category called {lit}.")
    value = options["y_label"] or value_label(table, ["x"], how, ys)
    category_frame(ax, labels, True, options["x_label"] or x, value, notes)

fig.savefig(f"plot-{THEME}.png")
