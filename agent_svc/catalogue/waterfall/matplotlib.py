"""Waterfall chart: how gains and losses, one after the other, lead to the total."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One change per step, in the order of the data.
x, y = roles["x"], roles["y"]
how = options["aggregation"]
table = long_table(df, x, [y])
table["x"] = as_categories(table["x"], options["date_format"])
changes = aggregate(table, "x", how).dropna()

fig, ax = plt.subplots()
add_title(fig, options["title"])
if changes.empty:
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    after = changes.cumsum().to_numpy()
    before = after - changes.to_numpy()
    labels = [str(name) for name in changes.index]
    texts = [f"+{text}" if step > 0 else text for step, text in zip(changes, value_texts(changes), strict=True)]
    rise, fall = series_colors(options["color"])[0], series_colors(options["negative_color"])[0]
    colors = list(np.where(changes < 0, fall, rise))
    if options["total"]:
        before, after = np.append(before, 0.0), np.append(after, after[-1])
        labels, texts, colors = [*labels, options["total_label"]], [*texts, *value_texts(after[-1:])], [*colors, MUTED]
    lying, places = lies_down(options["orientation"], labels), np.arange(len(labels))
    drawn = (ax.barh if lying else ax.bar)(places, after - before, 0.7, before, color=colors)
    # A thin line carries the level from one bar to the next.
    levels, starts, ends = after[: len(changes)], places[:-1] + 0.35, places[1:] - 0.35
    carried = levels[: len(places) - 1]
    for level, start, end in zip(carried, starts, ends, strict=True):
        line = ([level, level], [start, end])
        ax.plot(*(line if lying else line[::-1]), color=MUTED, linewidth=0.8)
    show_values = options["show_values"] if options["show_values"] is not None else len(labels) <= 25
    if show_values:
        upright = 90 if not lying and len(labels) > 16 else 0
        ax.bar_label(drawn, texts, padding=3, size=min(8.0, 230 / len(labels) + 2), color=INK, rotation=upright)

    # Bars hang in the air, so that both ends of the axis need room.
    ax.use_sticky_edges = False
    ax.margins(0.12 if show_values else 0.05)
    (ax.axvline if lying else ax.axhline)(0, color=INK, linewidth=1)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, np.append(before, after))
    if options["y_range"]:
        set_range(values, options["y_range"])
    value = options["y_label"] or value_label(table, ["x"], how, [y])
    category_frame(ax, labels, lying, options["x_label"] or x, value)

fig.savefig(f"plot-{THEME}.png")
