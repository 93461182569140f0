"""Letter-value plot: nested boxes at the letter values of each category (Hofmann, Wickham and Kafadar 2017)."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One stack of boxes per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)


def letter_values(sample):
    """Lower and upper quantiles at 1/4, 1/8, ...: as deep as the sample can tell with a confidence of 95 %."""
    depth = max(int(np.log2(len(sample)) - np.log2(2 * 1.96**2)), 0) + 1
    tails = 0.5 ** np.arange(2, depth + 2)
    return np.quantile(sample, tails), np.quantile(sample, 1 - tails)


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    draw, across = (ax.barh, ax.vlines) if lying else (ax.bar, ax.hlines)
    for place, name in enumerate(series):
        part = table[table["series"] == name]
        color = colors[place % len(colors)]
        for spot, label in enumerate(labels):
            sample = part.loc[part["x"] == label, "value"].to_numpy()
            if not len(sample):
                continue
            center = spot + (place - (len(series) - 1) / 2) * width
            lows, highs = letter_values(sample)
            for level in range(len(lows))[::-1]:
                # The deeper the letter, the narrower and paler its box.
                share = 1 - level / len(lows)
                shade = color_map([PAPER, color])(share**0.7)
                size = 0.86 * width * (0.25 + 0.75 * share)
                box = (center, highs[level] - lows[level], size, lows[level])
                draw(*box, color=shade, edgecolor=color, linewidth=0.6)
            ends = (center - 0.43 * width, center + 0.43 * width)
            across(np.median(sample), *ends, color=PAPER if lows[0] < highs[0] else color, linewidth=2, zorder=3)
            beyond = sample[(sample < lows[-1]) | (sample > highs[-1])]
            if options["show_outliers"]:
                dots = (beyond, np.full(len(beyond), center))
                ax.scatter(*(dots if lying else dots[::-1]), s=9, color=color, alpha=0.6, linewidths=0, zorder=3)
        if len(series) > 1:
            ax.plot([], [], "s", color=color, label=str(name))

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    ax.use_sticky_edges = False
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    notes.append(
        "Boxes: letter values (Hofmann, Wickham and Kafadar); line: median; the widest box holds half the values."
    )
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
