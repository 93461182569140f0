"""Diverging bar chart: bars to both sides of zero, records of the same category aggregated."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category, in the order asked for; categories beyond the limit become one bar.
x, y = roles["x"], roles["y"]
how = options["aggregation"]
table = long_table(df, x, [y])
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
table["x"] = merge_tail(table["x"], ranked, options["top_n"] or 30, options["other"])
bars = aggregate(table, "x", how)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if bars.isna().all():
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    labels, notes = list(bars.index), []
    lying = options["orientation"] != "vertical"
    above, below = series_colors(options["color"])[0], series_colors(options["negative_color"])[0]
    colors = np.where(bars < 0, below, above)
    drawn = (ax.barh if lying else ax.bar)(range(len(bars)), bars, 0.74, color=colors)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 30
    if show_values:
        texts = [f"+{text}" if bar > 0 else text for bar, text in zip(bars, value_texts(bars), strict=True)]
        size, upright = min(8.0, 230 / len(bars)), 90 if not lying and len(bars) > 14 else 0
        ax.bar_label(drawn, texts, padding=3, size=size, color=INK, rotation=upright)

    # Bars stand on zero, and leave room for their numbers on both sides.
    ax.margins(0.14 if show_values else 0.05)
    (ax.axvline if lying else ax.axhline)(0, color=INK, linewidth=1)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, bars)
    if options["y_range"]:
        set_range(values, options["y_range"])
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    value = options["y_label"] or value_label(table, ["x"], how, [y])
    category_frame(ax, labels, lying, options["x_label"] or x, value, notes)

fig.savefig(f"plot-{THEME}.png")
