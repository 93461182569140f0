"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One violin per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)


def density(values, logarithmic):
    """Where and how dense the values lie, from the smallest to the largest, with the widest place at 1."""
    points = np.log10(values) if logarithmic else values
    heights = np.linspace(points.min(), points.max(), 160)
    widths = mpl.mlab.GaussianKDE(points, bw_method="scott").evaluate(heights)
    return (10**heights if logarithmic else heights), widths / widths.max()


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    fill = ax.fill_between if lying else ax.fill_betweenx
    logarithmic = options["log_y"] and bool((table["value"] > 0).all())
    colors = series_colors(options["color"])
    width, few = 0.8 / len(series), len(labels) * len(series) <= 16
    for place, name in enumerate(series):
        part = table[table["series"] == name]
        color = colors[place % len(colors)]
        for spot, label in enumerate(labels):
            sample = part.loc[part["x"] == label, "value"].to_numpy()
            center = spot + (place - (len(series) - 1) / 2) * width
            # A density of fewer than five values, or of equal ones, would be invented: these are dots.
            if len(sample) >= 5 and np.ptp(sample) > 1e-9 * np.abs(sample).max():
                heights, widths = density(sample, logarithmic)
                half = 0.45 * width * widths
                style = {"facecolor": mpl.colors.to_rgba(color, 0.35), "edgecolor": color, "linewidth": 1.2}
                fill(heights, center - half, center + half, **style)
                low, middle, high = np.percentile(sample, [25, 50, 75])
                bar = ([low, high], [center] * 2) if lying else ([center] * 2, [low, high])
                ax.plot(*bar, color=INK, linewidth=3.5 if few else 2)
                dot = (middle, center) if lying else (center, middle)
                ax.scatter(*dot, s=14 if few else 7, color=PAPER, zorder=4)
            elif len(sample):
                spots = np.full(len(sample), center)
                ax.scatter(*((sample, spots) if lying else (spots, sample)), s=22, color=color, alpha=0.9, linewidths=0)
        if len(series) > 1:
            ax.plot([], [], "s", color=color, label=str(name))

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
