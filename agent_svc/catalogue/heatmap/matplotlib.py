"""Heat map: a value for every pair of two categories, as colour."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One cell per pair: records of the same pair are aggregated, long axes are cut into ranges or merged.
x, y, value = roles["x"], roles["y"], roles["value"]
how, limit = options["aggregation"], options["top_n"] or 40
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[x, y])
sides, notes = {}, []
for side, column in (("x", x), ("y", y)):
    sides[side], note = few_categories(rows[column], limit, options["date_format"])
    notes.append(note)
table = pd.DataFrame({**sides, "value": rows[value].astype(float)})
cells = aggregate(table, ["y", "x"], how).unstack("x")
cells = cells.reindex(index=table["y"].cat.categories, columns=table["x"].cat.categories)

fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if cells.isna().all(axis=None):
    say(ax, f"No row has a value in {x}, {y} and {value}.")
else:
    # Values on both sides of zero get a map with a neutral middle there.
    lowest, highest = float(cells.min(axis=None)), float(cells.max(axis=None))
    low, high = options["value_range"] or (None, None)
    low, high = sorted((lowest if low is None else low, highest if high is None else high))
    two_sided = options["palette"] == "diverging" or (options["palette"] == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    own = color_map(DIVERGING if two_sided else SEQUENTIAL)
    chosen = own if options["palette"] in ("auto", "sequential", "diverging") else options["palette"]
    style = {"cmap": chosen, "vmin": low, "vmax": high}
    style |= {"edgecolors": PAPER, "linewidth": 1.0} if cells.size <= 900 else {"edgecolors": "face", "linewidth": 0}
    height, width = cells.shape
    sides = np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5
    values = cells.to_numpy(dtype=float)
    mesh = ax.pcolormesh(*sides, np.ma.masked_invalid(values), **style)
    if np.isnan(values).any():
        # Pairs without a value show the grid colour, which is on neither map.
        ax.set_facecolor(GRID)

    show_values = options["show_values"] if options["show_values"] is not None else max(height, width) <= 9
    if show_values and max(height, width) <= 20:
        texts = value_texts(values.ravel())
        size = float(np.clip(72 * 3.7 / width / (0.65 * max(len(text) for text in texts)), 4.5, 10))
        for place, text in enumerate(texts):
            row, column = divmod(place, width)
            color = text_on(mesh.cmap(mesh.norm(values[row, column])))
            ax.text(column, row, text, ha="center", va="center", size=size, color=color)

    ax.grid(False)
    ax.spines[:].set_visible(False)
    category_axis(ax.xaxis, [str(name) for name in cells.columns])
    category_axis(ax.yaxis, [str(name) for name in cells.index])
    ax.invert_yaxis()
    if options["legend"] != "none":
        bar = fig.colorbar(mesh, ax=ax, location="right", fraction=0.05, pad=0.03, aspect=36)
        bar.outline.set_visible(False)
        number_axis(bar.ax.yaxis, values.ravel())
        label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
        bar.set_label(wrapped(label, 72 * 4.2, 10), color=MUTED, size=10)
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
