"""Scatter plot: one point per row, coloured by series."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, ys, group = roles["x"], roles["y"], roles.get("group")
points = long_table(df, x, ys, group)
dates = points["x"].dtype.kind == "M"
points = points.dropna(subset=["x", "value"])

fig, ax = plt.subplots()
add_title(fig, options["title"])
if points.empty:
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = options["point_size"] or float(np.clip(9000 / len(points), 5, 42))
    opacity = options["opacity"] or (0.9 if few else 0.65)
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    for name, series in points.groupby("series", observed=True):
        color, label = styles[name]
        edge = {"edgecolors": PAPER, "linewidths": 0.5} if few else {"linewidths": 0}
        ax.scatter(series["x"], series["value"], s=size, color=color, alpha=opacity, label=label, **edge)

    ax.grid(True, axis="both")
    ax.margins(0.04)
    notes = []
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, points["x"])
        if options["log_x"]:
            notes.append(log_axis(ax.xaxis, points["x"]))
    number_axis(ax.yaxis, points["value"])
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, points["value"]))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    add_legend(ax, options["legend"], group, scale=max(np.sqrt(30 / size), 1.0))
    label_axes(ax, options["x_label"] or x, options["y_label"] or shared_name(ys), notes)

fig.savefig(f"plot-{THEME}.png")
