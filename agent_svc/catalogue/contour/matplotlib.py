"""Contour plot: a measured height over a plane, interpolated between the places where it was measured."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One place per row; what was measured more than once at a place is averaged for the surface.
x, y, value = roles["x"], roles["y"], roles["value"]
rows = pd.DataFrame(df, columns=[x, y, value]).replace([np.inf, -np.inf], np.nan).dropna(subset=[x, y, value])
spots = rows.astype({x: float, y: float, value: float}).groupby([x, y], as_index=False)[value].mean()


def surface():
    """The triangles between the places, longer axes shrunk for the choice of neighbours; None when there are none."""
    plane = spots[[x, y]].to_numpy()
    plane = (plane - plane.min(axis=0)) / np.where(np.ptp(plane, axis=0) > 0, np.ptp(plane, axis=0), 1)
    turned = plane - plane.mean(axis=0)
    if len(spots) < 3 or np.linalg.svd(turned, compute_uv=False)[1] < 1e-6:
        return None
    triangles = mpl.tri.Triangulation(*plane.T).triangles
    return mpl.tri.Triangulation(spots[x], spots[y], triangles)


def label_spots(lines, names):
    """Name and place of a label on every second contour, far from the rim and from each other."""
    low, high = np.array([*zip(ax.get_xlim(), ax.get_ylim(), strict=True)])
    chosen, named = [], []
    for name, segments in list(zip(names, lines.allsegs, strict=True))[::2]:
        vertices = np.concatenate([np.zeros((0, 2)), *(part for part in segments if len(part) >= 12)])
        shares = (vertices - low) / (high - low)
        fits = (shares > 0.1).all(axis=1) & (shares < 0.9).all(axis=1)
        if fits.any():
            far = [np.hypot(*(shares - other).T) for other in chosen]
            distance = np.where(fits, np.min(far, axis=0) if far else 1.0, -1.0)
            if distance.max() > 0.15:
                chosen.append(shares[int(np.argmax(distance))])
                named.append(name)
    return [(name, low + share * (high - low)) for name, share in zip(named, chosen, strict=True)]


fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if rows.empty:
    say(ax, f"No row has a value in {x}, {y} and {value}.")
else:
    heights = spots[value].to_numpy()
    lowest, highest = float(heights.min()), float(heights.max())
    two_sided = options["palette"] == "diverging" or (options["palette"] == "auto" and lowest < 0 < highest)
    own = color_map(DIVERGING if two_sided else SEQUENTIAL)
    chosen = own if options["palette"] in ("auto", "sequential", "diverging") else mpl.colormaps[options["palette"]]
    triangles, notes = surface(), []
    if triangles is not None and highest - lowest > 1e-9 * max(abs(lowest), abs(highest)):
        levels = mpl.ticker.MaxNLocator(options["levels"], steps=[1, 2, 2.5, 5, 10]).tick_values(lowest, highest)
        edge = float(np.abs(levels).max())
        norm = mpl.colors.Normalize(*((-edge, edge) if two_sided else (levels[0], levels[-1])))
        filled = ax.tricontourf(triangles, heights, levels, cmap=chosen, norm=norm)
        inks = [text_on(chosen(norm(level))) for level in levels]
        lines = ax.tricontour(triangles, heights, levels, colors=inks, linewidths=0.5, alpha=0.6)
        if options["legend"] != "none":
            bar = fig.colorbar(filled, ax=ax, location="right", fraction=0.05, pad=0.03, aspect=36)
            bar.outline.set_visible(False)
            number_axis(bar.ax.yaxis, heights)
            bar.set_label(wrapped(options["value_label"] or value, 72 * 4.2, 10), color=MUTED, size=10)
        notes.append("Linear interpolation on a Delaunay triangulation, none beyond the outermost places.")
        if len(spots) < len(rows):
            notes.append("Records of the same place are averaged.")
    else:
        lines = None
        notes.append("There is no surface: it takes three places that are not on a line, and different values.")
    if options["show_points"]:
        edge_style = {"edgecolors": PAPER, "linewidths": 0.4} if len(rows) <= 400 else {"linewidths": 0}
        ax.scatter(rows[x], rows[y], s=dots_size(3 * len(rows), 16), color=INK, zorder=3, **edge_style)

    ax.grid(False)
    ax.use_sticky_edges = False
    ax.margins(0.03)
    number_axis(ax.xaxis, rows[x])
    number_axis(ax.yaxis, rows[y])
    if options["aspect"] == "equal":
        ax.set_aspect("equal", adjustable="box" if options["x_range"] or options["y_range"] else "datalim")
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if lines is not None and options["show_values"] and len(spots) <= 2000:
        box = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
        for text, spot in label_spots(lines, value_texts(levels)):
            ax.text(*spot, text, size=8, ha="center", va="center", bbox=box, zorder=4)
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
