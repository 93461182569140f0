"""Two-dimensional density: contours around equal shares of the points of each series."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, y, group = roles["x"], roles["y"], roles.get("group")
table = long_table(df, x, [y], group).dropna(subset=["x", "value"])


def density(points):
    """A grid over the points and the density there: Gaussian kernels along both axes, widths by Scott's rule."""
    sides, kernels = [], []
    for column in points.T:
        width = options["bandwidth"] * column.std(ddof=1) * len(column) ** (-1 / 6)
        side = np.linspace(column.min() - 3 * width, column.max() + 3 * width, 120)
        sides.append(side)
        kernels.append(np.exp(-(((side[:, None] - column) / width) ** 2) / 2))
    return *sides, kernels[1] @ kernels[0].T / len(points)


def cropped(across, up, heights, lowest):
    """The part of the grid that reaches the lowest contour, with one line more on each side."""
    rows, columns = ((heights >= lowest).any(axis=side).nonzero()[0] for side in (1, 0))
    rows, columns = (slice(max(part[0] - 1, 0), part[-1] + 2) for part in (rows, columns))
    return across[columns], up[rows], heights[rows, columns]


def at_points(points, across, up, heights):
    """The height of the grid at each point, between its four neighbours."""
    spots = [(column - side[0]) / (side[1] - side[0]) for column, side in zip(points.T, (across, up), strict=True)]
    (i, j), (s, t) = (np.floor(spots).astype(int), np.mod(spots, 1))
    low = heights[j, i] * (1 - s) + heights[j, i + 1] * s
    return low * (1 - t) + (heights[j + 1, i] * (1 - s) + heights[j + 1, i + 1] * s) * t


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    drawn = table.groupby("series", observed=True)
    parts = [(name, part[["x", "value"]].to_numpy(dtype=float)) for name, part in drawn]
    styles = series_styles([name for name, _ in parts], options["color"])
    shares = np.arange(options["levels"], 0, -1) / (options["levels"] + 1)
    auto, hidden, without = options["points"] == "auto", 0, 0
    every = options["points"] == "all" or (auto and len(table) <= 500)
    none = options["points"] == "none" or (auto and (1 - shares[0]) * len(table) > 1000)
    size = options["point_size"] or dots_size(2 * len(table), 20)
    for name, points in parts:
        color, label = styles[name]
        outside = np.ones(len(points), dtype=bool)
        spread = np.ptp(points, axis=0) > 1e-9 * np.abs(points).max(axis=0)
        if len(points) >= 10 and spread.all():
            across, up, heights = density(points)
            reached = at_points(points, across, up, heights)
            levels = np.unique(np.quantile(reached, 1 - shares))
            outside = reached < levels[0]
            across, up, heights = cropped(across, up, heights, levels[0])
            if len(parts) == 1:
                shades = color_map(SEQUENTIAL[1:6])(np.linspace(0, 1, len(levels)))
                bounds = [*levels, max(heights.max(), levels[-1]) * 1.001]
                ax.contourf(across, up, heights, bounds, colors=list(shades))
            else:
                widths = np.linspace(0.8, 1.8, len(levels))
                ax.contour(across, up, heights, levels, colors=[color], linewidths=widths, zorder=3)
        else:
            without += 1
        hidden += none * int(outside.sum())
        seen = points[(outside | every) & (not none)]
        ax.scatter(*seen.T, s=size, color=color if len(parts) > 1 else INK, alpha=0.75, linewidths=0, zorder=2.5)
        if len(parts) > 1:
            ax.plot([], [], color=color, label=label)

    ax.grid(True, axis="both")
    ax.margins(0.03)
    number_axis(ax.xaxis, table["x"])
    number_axis(ax.yaxis, table["value"])
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    add_legend(ax, options["legend"], group)
    notes = []
    if without < len(parts):
        scaled = "" if options["bandwidth"] == 1 else marked(f" × {options['bandwidth']:g}")
        notes.append(f"Gaussian kernel density, bandwidth by Scott's rule{scaled}.")
        outer, inner = f"{100 * shares[0]:.0f} %", f"{100 * shares[-1]:.0f} %"
        notes.append(f"The outermost contour holds {outer} of the points, the innermost {inner}.")
    if hidden:
        notes.append(f"Points outside the contours are not drawn ({count_text(hidden)}).")
    if without:
        notes.append("Fewer than ten points, or equal ones, have no contours.")
    notes.append(f"n = {count_text(len(table))}.")
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
