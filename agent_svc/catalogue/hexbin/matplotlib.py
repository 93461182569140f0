"""Hexagonal bins: how many points fall into each hexagon, as colour."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One point per row; rows without both values, or without a weight, cannot be counted.
x, y, weight = roles["x"], roles["y"], roles.get("weight")
columns = [x, y, weight] if weight else [x, y]
rows = pd.DataFrame(df, columns=columns).replace([np.inf, -np.inf], np.nan).dropna()
dates = rows[x].dtype.kind == "M"

fig, ax = plt.subplots()
add_title(fig, options["title"])
if rows.empty:
    say(ax, f"No row has a value in {', '.join(filter(None, [x, y, weight]))}.")
else:
    across = mpl.dates.date2num(rows[x]) if dates else rows[x].to_numpy(dtype=float)
    up = rows[y].to_numpy(dtype=float)
    weights = rows[weight].to_numpy(dtype=float) if weight else np.ones(len(rows))
    bins = options["bins"] or int(np.clip(2 * np.sqrt(len(rows)), 12, 60))
    # Hexagons are regular where they are drawn: the plane is about 1.9 times as wide as it is high.
    grid = (bins, max(round(bins / 1.9 / np.sqrt(3)), 2))
    chosen = color_map(SEQUENTIAL[1:]) if options["palette"] in ("auto", "sequential") else options["palette"]
    style = {"gridsize": grid, "cmap": chosen, "linewidths": 0.2, "edgecolors": "face"}
    cells = ax.hexbin(across, up, C=weights, reduce_C_function=np.sum, mincnt=1, **style)
    values = np.asarray(cells.get_array(), dtype=float)
    log = options["log_color"]
    log = bool(values.min() > 0 and values.max() > 100 * values.min()) if log is None else log
    notes = []
    if log and values.min() > 0:
        cells.set_norm(mpl.colors.LogNorm(values.min(), max(values.max(), values.min() * 1.01)))
    elif log:
        notes.append("Logarithmic colours need positive sums, so these are linear.")
    elif values.min() == values.max():
        cells.set_clim(0 if values.min() > 0 else values.min() - 1, max(values.max(), values.min() + 1e-12))
    elif values.min() > 0:
        cells.set_clim(0, values.max())

    # The outermost hexagons are seen whole.
    corners = cells.get_paths()[0].vertices
    offsets = np.asarray(cells.get_offsets())
    ends = np.array([offsets.min(axis=0) + corners.min(axis=0), offsets.max(axis=0) + corners.max(axis=0)])
    room = 0.02 * np.ptp(ends, axis=0)
    ax.set(xlim=ends[:, 0] + room[0] * np.array([-1, 1]), ylim=ends[:, 1] + room[1] * np.array([-1, 1]))
    ax.grid(False)
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, across)
    number_axis(ax.yaxis, up)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if options["legend"] != "none":
        bar = fig.colorbar(cells, ax=ax, location="right", fraction=0.04, pad=0.02, aspect=32)
        bar.outline.set_visible(False)
        number_axis(bar.ax.yaxis, values)
        if log and values.min() > 0 and values.max() > values.min():
            near = values.max() < 300 * values.min()
            bar.ax.yaxis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5) if near else (1,)))
            bar.ax.yaxis.set_major_formatter(lambda value, _position: number_text(value, value, value))
            bar.ax.minorticks_off()
        label = options["value_label"] or (f"Sum of {weight}" if weight else "Number of points")
        bar.set_label(wrapped(label, 72 * 3.2, 10), color=MUTED, size=10)
    notes.append(f"n = {count_text(len(rows))}.")
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
