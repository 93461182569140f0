"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# One violin per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table = long_table(df, x, ys, group).dropna(subset=["value"])
hidden = int((table["value"] <= 0).sum()) if options["log_y"] and (table["value"] > 0).any() else 0
if hidden:
    table = table[table["value"] > 0]
by_series = x is None
table["x"] = table["series"] if by_series else as_categories(table["x"], options["date_format"])
table["x"] = table["x"].cat.remove_unused_categories()
ranked = sort_values(aggregate(table, "x", "median"), options["sort"])
counts = table["x"].value_counts()
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
table["x"] = merge_tail(table["x"], counts, options["top_n"] or 30)
if not by_series:
    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)


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
    labels = list(table["x"].cat.categories)
    series = [None] if by_series else list(table["series"].cat.remove_unused_categories().cat.categories)
    lying = options["orientation"] == "horizontal" or (options["orientation"] == "auto" and reads_sideways(labels))
    names, values = (ax.yaxis, ax.xaxis) if lying else (ax.xaxis, ax.yaxis)
    fill = ax.fill_between if lying else ax.fill_betweenx
    logarithmic = options["log_y"] and bool((table["value"] > 0).all())
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    for place, name in enumerate(series):
        part = table if name is None else table[table["series"] == name]
        color = colors[place % len(colors)]
        for spot, label in enumerate(labels):
            sample = part.loc[part["x"] == label, "value"].to_numpy()
            center = spot + (place - (len(series) - 1) / 2) * width
            # A density of fewer than five values, or of equal ones, would be invented: these are dots.
            if len(sample) >= 5 and np.ptp(sample) > 1e-9 * np.abs(sample).max():
                heights, widths = density(sample, logarithmic)
                half = 0.45 * width * widths
                fill(
                    heights,
                    center - half,
                    center + half,
                    facecolor=mpl.colors.to_rgba(color, 0.35),
                    edgecolor=color,
                    linewidth=1.2,
                )
                low, middle, high = np.percentile(sample, [25, 50, 75])
                bar = ([low, high], [center] * 2) if lying else ([center] * 2, [low, high])
                ax.plot(*bar, color=INK, linewidth=3.5 if len(labels) * len(series) <= 16 else 2)
                dot = (middle, center) if lying else (center, middle)
                ax.scatter(*dot, s=14 if len(labels) * len(series) <= 16 else 7, color=PAPER, zorder=4)
            elif len(sample):
                spots = np.full(len(sample), center)
                ax.scatter(*((sample, spots) if lying else (spots, sample)), s=22, color=color, alpha=0.9, linewidths=0)
        if len(series) > 1:
            ax.plot([], [], "s", color=color, label=str(name))

    ax.grid(False)
    ax.grid(True, axis=values.axis_name)
    ax.set(**{f"{names.axis_name}lim": (-0.6, len(labels) - 0.4)})
    number_axis(values, table["value"])
    notes = [log_axis(values, table["value"])] if options["log_y"] else []
    if hidden:
        notes.append(f"Logarithmic axis: values of zero or below are left out ({hidden:,}).")
    set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(labels) <= 8 and len(series) == 1:
        sizes = table["x"].value_counts()
        labels = [f"{label} (n\u00a0=\u00a0{sizes[label]:,})" for label in labels]
    category_axis(names, labels, beside)
    if lying:
        ax.invert_yaxis()
    category_label = options["x_label"] or x or group or ""
    value = options["y_label"] or shared_name(ys)
    label_axes(ax, *((value, category_label) if lying else (category_label, value)))
    add_note(fig, notes)

fig.savefig(f"plot-{THEME}.png")
