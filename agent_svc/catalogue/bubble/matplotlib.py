"""Bubble chart: one circle per row, whose area shows a third measured value."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per circle; rows without all three values, or without a positive size, cannot be drawn.
x, y, size, group = roles["x"], roles["y"], roles["size"], roles.get("group")
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[x, y, size])
left_out = int((rows[size] <= 0).sum())
rows = rows[rows[size] > 0].sort_values(size, ascending=False, kind="stable")
circles = long_table(rows, x, [y], group)
circles["size"] = rows[size].to_numpy()[circles.index]
dates = circles["x"].dtype.kind == "M"

fig, ax = plt.subplots()
add_title(fig, options["title"])
if circles.empty:
    say(ax, f"No row has a value in {x} and {y} and a positive one in {size}.")
else:
    # The area is proportional to the size; the largest are drawn first, so that small circles stay in sight.
    largest = options["bubble_size"] or float(np.clip(30000 / len(circles) ** 0.75, 60, 1600))
    scale = largest / circles["size"].max()
    opacity = options["opacity"] or float(np.clip(12 / np.sqrt(len(circles)), 0.25, 0.7))
    styles = series_styles(list(circles["series"].cat.categories), options["color"])
    for name, part in circles.groupby("series", observed=True):
        color, label = styles[name]
        areas = scale * part["size"]
        style = {"facecolors": [mpl.colors.to_rgba(color, opacity)], "edgecolors": color, "linewidths": 0.6}
        ax.scatter(part["x"], part["value"], areas, label=label, **style)

    ax.grid(True, axis="both")
    ax.margins(0.05 + np.sqrt(largest) / 72 / 8)
    notes = [f"Rows whose {size} is zero or below are left out ({count_text(left_out)})."] if left_out else []
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, circles["x"])
    number_axis(ax.yaxis, circles["value"])
    if options["log_x"]:
        notes.append(log_axis(ax.xaxis, circles["x"]))
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, circles["value"]))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["legend"] != "none":
        # Three circles beside the axes say what the areas mean; the series keep their own legend.
        series = ax.get_legend()
        for sample in series.legend_handles if series else []:
            sample.set_sizes([40])
        steps = circles["size"][:1].to_numpy()
        if circles["size"].nunique() > 1:
            # Round numbers of one digit or two, none larger than the largest bubble.
            rough = circles["size"].max() * np.array([1, 0.4, 0.1])
            power = 10.0 ** np.floor(np.log10(rough))
            steps = power * np.select([rough >= n * power for n in (5, 2.5, 2)], (5, 2.5, 2), 1)
        samples = [
            ax.scatter([], [], scale * step, facecolors="none", edgecolors=MUTED, linewidths=1) for step in steps
        ]
        heading = wrapped(options["size_label"] or size, 90, lines=3)
        style = {"title": heading, "alignment": "left", "borderpad": 0, "labelspacing": max(largest**0.5 / 14, 0.8)}
        style["handleheight"] = style["handlelength"] = max(largest**0.5 / 9, 1.2)
        style["scatteryoffsets"] = [0.5 / style["handleheight"]]  # circles beside the middle of their numbers
        place = {"loc": "lower left" if beside else "upper left", "bbox_to_anchor": (1.02, 0 if beside else 1)}
        ax.legend(samples, value_texts(steps), **place, **style)
        if series:
            ax.add_artist(series).set_clip_on(False)
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
