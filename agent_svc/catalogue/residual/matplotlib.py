"""Residual plot: what a line of least squares leaves unexplained, at each value of x."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, y = roles["x"], roles["y"]
points = long_table(df, x, [y]).dropna(subset=["x", "value"])

fig, ax = plt.subplots()
add_title(fig, options["title"])
if points["x"].nunique() < 2:
    say(ax, f"A line needs rows with two different values of {x} and a value of {y}.")
else:
    a, b = points["x"].to_numpy(dtype=float), points["value"].to_numpy()
    slope = ((a - a.mean()) * (b - b.mean())).sum() / ((a - a.mean()) ** 2).sum()
    rest = b - b.mean() - slope * (a - a.mean())
    color, few = series_colors(options["color"])[0], len(points) <= 400
    size = options["point_size"] or dots_size(len(points), 36)
    edge = {"edgecolors": PAPER, "linewidths": 0.5} if few else {"linewidths": 0}
    sigma = float(np.sqrt((rest**2).sum() / max(len(rest) - 2, 1)))
    if options["band"]:
        ax.axhspan(-2 * sigma, 2 * sigma, color=color, alpha=0.1, linewidth=0)
    ax.axhline(0, color=INK, linewidth=1.2)
    ax.scatter(a, rest, s=size, color=color, alpha=options["opacity"] or (0.75 if few else 0.4), **edge)
    if options["trend"] and len(points) >= 12:
        ranges = pd.qcut(a, min(12, len(points) // 6), duplicates="drop")
        means = pd.DataFrame({"a": a, "rest": rest}).groupby(ranges, observed=True).mean()
        ax.plot(means["a"], means["rest"], "o-", color=series_colors(options["color"])[1], markersize=4, zorder=3)

    ax.grid(True, axis="both")
    ax.margins(0.04)
    number_axis(ax.xaxis, points["x"])
    number_axis(ax.yaxis, np.append(rest, 0.5 * sigma))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    total = ((b - b.mean()) ** 2).sum()
    explained = ", R² = " + marked(f"{1 - (rest**2).sum() / total:.2f}") if total else ""
    notes = [f"Residuals of the line of ordinary least squares (n = {count_text(len(points))}{explained})."]
    if options["band"]:
        notes.append("Tinted: two standard deviations around zero.")
    if options["trend"] and len(points) >= 12:
        notes.append("Line: means of equally filled ranges.")
    label_axes(ax, options["x_label"] or x, options["y_label"] or f"Residual of {y}", notes)

fig.savefig(f"plot-{THEME}.png")
