"""Regression: points with the line of least squares of each series and its 95 % confidence band."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, y, group = roles["x"], roles["y"], roles.get("group")
points = long_table(df, x, [y], group).dropna(subset=["x", "value"])


def t_quantile(freedom):
    """The 97.5 % quantile of Student's t: exact up to 2 degrees of freedom, then Abramowitz and Stegun 26.7.5."""
    if freedom <= 2:
        return {1: 12.7062, 2: 4.30265}[freedom]
    z = 1.959964
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def fit(a, b):
    """The line of least squares through the points: places, heights, half the 95 % band, slope, intercept, R²."""
    n, middle = len(a), a.mean()
    squares = ((a - middle) ** 2).sum()
    slope = ((a - middle) * (b - b.mean())).sum() / squares
    intercept = b.mean() - slope * middle
    left = ((b - intercept - slope * a) ** 2).sum()
    places = np.linspace(a.min(), a.max(), 100)
    error = np.sqrt(left / max(n - 2, 1) * (1 / n + (places - middle) ** 2 / squares))
    total = ((b - b.mean()) ** 2).sum()
    half = t_quantile(n - 2) * error if n > 2 else 0 * error
    return places, intercept + slope * places, half, slope, intercept, 1 - left / total if total else np.nan


fig, ax = plt.subplots()
add_title(fig, options["title"])
if points.empty:
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    few = len(points) <= 400
    size = options["point_size"] or dots_size(len(points), 36)
    opacity = options["opacity"] or (0.75 if few else 0.35)
    styles, notes, without = series_styles(list(points["series"].cat.categories), options["color"]), [], 0
    several = points["series"].nunique() > 1
    for name, part in points.groupby("series", observed=True):
        color, label = styles[name]
        edge = {"edgecolors": PAPER, "linewidths": 0.5} if few else {"linewidths": 0}
        ax.scatter(part["x"], part["value"], s=size, color=color, alpha=opacity, label=label, **edge)
        if part["x"].nunique() < 2:
            without += 1
            continue
        a, b = part["x"].to_numpy(dtype=float), part["value"].to_numpy()
        places, heights, half, slope, intercept, r2 = fit(a, b)
        if options["band"]:
            ax.fill_between(places, heights - half, heights + half, color=color, alpha=0.18, linewidth=0)
        ax.plot(places[[0, -1]], heights[[0, -1]], color=color if several else INK, linewidth=2, zorder=3)
        if options["show_equation"] and color != MUTED:
            sign = "−" if intercept < 0 else "+"
            shown = marked(f"{slope:.3g} x {sign} {abs(intercept):.3g}".replace("-", "−"))
            facts = f"n = {count_text(len(part))}, R² = {marked(f'{r2:.2f}')}"
            notes.append(f"{f'{name}: ' if several else ''}y = {shown} ({facts});")

    ax.grid(True, axis="both")
    ax.margins(0.04)
    number_axis(ax.xaxis, points["x"])
    number_axis(ax.yaxis, points["value"])
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    add_legend(ax, options["legend"], group, scale=max(np.sqrt(30 / size), 1.0))
    method = "ordinary least squares" + (" with the 95 % confidence band of the mean" if options["band"] else "")
    notes.append(f"{method}." if notes else f"{method.capitalize()}.")
    if without:
        notes.append(
            f"No line without two different values of {x}." if several else f"All values of {x} are equal: no line."
        )
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
