"""Swarm plot: every value as a dot beside the others of its category, none upon another."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per dot; without categories, one swarm per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)


def swarm(heights, dot, most):
    """How far each dot stands from the middle so that no two touch; heights, dot and most in points."""
    order, sides = np.argsort(heights, kind="stable"), np.zeros(len(heights))
    for rank, place in enumerate(order):
        near = [other for other in order[max(rank - 60, 0) : rank] if heights[place] - heights[other] < dot]
        reach = [np.sqrt(dot**2 - (heights[place] - heights[other]) ** 2) for other in near]
        spots = [0.0] + [sides[o] + sign * r * 1.001 for o, r in zip(near, reach, strict=True) for sign in (-1, 1)]
        free = [s for s in spots if all(abs(s - sides[o]) >= r for o, r in zip(near, reach, strict=True))]
        sides[place] = min(free, key=abs, default=most)
    return np.clip(sides, -most, most)


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    samples = table.groupby(["series", "x"], observed=True)
    along, across = (ax.figure.get_size_inches() - [1.6, 1.3])[:: -1 if lying else 1] * 72
    room = along / (len(labels) + 0.2) * width  # points that a swarm may be wide
    scaled = np.log10(table["value"]) if options["log_y"] and (table["value"] > 0).all() else table["value"]
    heights = (scaled - scaled.min()) / (np.ptp(scaled) or 1.0) * across * 0.9
    # Dots shrink until the fullest swarm has room; beyond a few thousand values they are spread at random instead.
    size = options["point_size"] or dots_size(6 * samples.size().max(), 30)
    random = samples.size().max() > 1500
    spread = np.random.default_rng(7)
    sides, fullest_first = {}, sorted(samples, key=lambda sample: -len(sample[1]))
    while True:
        dot, settled = np.sqrt(size) + 0.4, random or options["point_size"] or size <= 3
        for key, part in fullest_first:
            at = heights[part.index].to_numpy()
            sides[key] = spread.uniform(-0.4, 0.4, len(part)) * room if random else swarm(at, dot, room)
            if not settled and np.abs(sides[key]).max() > 0.48 * room:
                break
        else:
            break
        size = max(size * 0.7, 3.0)
    crowded = sum(int((np.abs(side) > 0.48 * room).sum()) for side in sides.values())
    for place, name in enumerate(series):
        color, offset = colors[place % len(colors)], (place - (len(series) - 1) / 2) * width
        for spot, label in enumerate(labels):
            if (name, label) in sides:
                value = samples.get_group((name, label))["value"]
                spots = spot + offset + np.clip(sides[name, label] / room, -0.48, 0.48) * width
                style = {"alpha": 0.5 if random else 0.9, "linewidths": 0}
                ax.scatter(*((value, spots) if lying else (spots, value)), s=size, color=color, **style)
                if options["center"] != "none":
                    ends = (spot + offset - 0.3 * width, spot + offset + 0.3 * width)
                    middle = value.agg(options["center"])
                    (ax.vlines if lying else ax.hlines)(middle, *ends, color=INK, linewidth=1.8, zorder=3)
        if len(series) > 1:
            ax.plot([], [], "o", color=color, label=str(name))

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    if options["center"] != "none":
        notes.append(f"Line: {options['center']}.")
    if random:
        notes.append("More than 1,500 values in a category: dots are spread at random, as in a strip plot.")
    elif crowded:
        notes.append(f"Dots at the rims overlap, because there is no room beside them ({count_text(crowded)}).")
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
