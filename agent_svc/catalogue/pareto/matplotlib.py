"""Pareto chart: bars from the largest to the smallest, with the cumulative share of the whole."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per category, the largest first; only positive amounts can be shares, and the smallest become one bar.
x, y = roles["x"], roles.get("y")
how = options["aggregation"] if y else "count"
table = long_table(df, x, [y] if y else [])
table["x"] = as_categories(table["x"], options["date_format"])
amounts = aggregate(table, "x", how).sort_values(ascending=False, kind="stable")
left_out = int((amounts <= 0).sum())
amounts = amounts[amounts > 0]
limit = options["top_n"] or 20
table["x"] = merge_tail(table["x"].cat.set_categories(list(amounts.index)), amounts, limit)
bars = aggregate(table.dropna(subset=["x"]), "x", how)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if bars.empty:
    say(ax, f"No value of {x} has a positive {y or 'count'}: a Pareto chart shows shares of a sum.")
else:
    labels, places = list(bars.index), np.arange(len(bars))
    first, second = series_colors(options["color"])[:2]
    colors = [MUTED if place >= limit else first for place in places]
    drawn = ax.bar(places, bars, 0.8, color=colors)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    if show_values:
        # Inside the bars that have room for it, out of the way of the line; above the others.
        tall, texts = bars > 0.07 * bars.sum(), value_texts(bars)
        inside = [text if fits else "" for text, fits in zip(texts, tall, strict=True)]
        above = ["" if fits else text for text, fits in zip(texts, tall, strict=True)]
        ax.bar_label(drawn, inside, label_type="center", size=8, color=text_on(first))
        ax.bar_label(drawn, above, padding=2, size=8, color=INK)
    # Both axes end at the sum of all: the line starts at the corner of the first bar.
    whole = float(bars.sum())
    ax.set_ylim(0, 1.04 * whole)
    number_axis(ax.yaxis, bars)
    right = ax.twinx()
    right.grid(False)
    right.plot(places, 100 * bars.cumsum() / whole, "o-", color=second, markersize=4, zorder=4)
    right.axhline(options["threshold"], color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    right.set_ylim(0, 104)
    right.set_yticks(range(0, 101, 20), [f"{share} %" for share in range(0, 101, 20)])
    right.spines["right"].set_visible(False)
    right.set_ylabel("Cumulative share", color=MUTED)
    enough = int((100 * bars.cumsum() / whole < options["threshold"] - 1e-9).sum()) + 1
    reached = marked(f"{options['threshold']:g} %")
    notes = (
        [f"The first {count_text(enough)} of {count_text(len(amounts))} categories reach {reached}."]
        if enough <= limit
        else []
    )
    if left_out:
        notes.append(f"Categories of zero or below are left out ({count_text(left_out)}).")
    value = options["y_label"] or (value_label(table, ["x"], how, [y]) if y else "Count")
    category_frame(ax, labels, False, options["x_label"] or x, value, notes, beside=0.5)

fig.savefig(f"plot-{THEME}.png")
