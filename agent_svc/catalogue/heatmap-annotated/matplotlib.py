"""Annotated heat map: a value for every pair of two categories, written in a coloured cell."""

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
how, limit = options["aggregation"], options["top_n"] or 14
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
    low, high = lowest if low is None else low, highest if high is None else high
    two_sided = options["palette"] == "diverging" or (options["palette"] == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    own = color_map(DIVERGING if two_sided else SEQUENTIAL)
    chosen = own if options["palette"] in ("auto", "sequential", "diverging") else options["palette"]
    height, width = cells.shape
    values = cells.to_numpy(dtype=float)
    shades = values
    if options["share_colors"]:
        ends = cells.min(axis=1), cells.max(axis=1)
        span = (ends[1] - ends[0]).where(ends[1] > ends[0], 1.0)
        shades = cells.sub(ends[0], axis=0).div(span, axis=0).to_numpy(dtype=float)
        low, high = 0.0, 1.0
        chosen = color_map(SEQUENTIAL) if two_sided else chosen
        notes.append("Colours: each row from its smallest to its largest value.")
    sides = np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5
    style = {"cmap": chosen, "vmin": low, "vmax": high, "edgecolors": PAPER, "linewidth": 1.5}
    mesh = ax.pcolormesh(*sides, np.ma.masked_invalid(shades), **style)
    if np.isnan(values).any():
        # Pairs without a value show the grid colour, which is on neither map.
        ax.set_facecolor(GRID)

    texts = value_texts(values.ravel())
    if options["decimals"] is not None:
        step, largest = 10.0 ** -options["decimals"], float(np.nanmax(np.abs(values)))
        texts = ["" if np.isnan(one) else number_text(one, step, min(largest, 1e5)) for one in values.ravel()]
    if options["show_counts"]:
        counts = aggregate(table, ["y", "x"], "count").unstack("x")
        counts = counts.reindex(index=cells.index, columns=cells.columns).to_numpy(dtype=float).ravel()
        pairs = zip(texts, counts, strict=True)
        texts = [f"{text}\nn\u00a0=\u00a0{count_text(int(count))}" if text else "" for text, count in pairs]
    longest = max(text_width(line, 10) for text in texts for line in text.split("\n"))
    size = float(np.clip(10 * 72 * 4.0 / width / (longest + 6), 4, 72 * 3.6 / height / 3))
    size = min(size, 12)
    for place, text in enumerate(texts):
        row, column = divmod(place, width)
        color = text_on(mesh.cmap(mesh.norm(shades[row, column])))
        ax.text(column, row, text, ha="center", va="center", size=size, color=color)

    ax.grid(False)
    ax.spines[:].set_visible(False)
    category_axis(ax.xaxis, [str(name) for name in cells.columns])
    category_axis(ax.yaxis, [str(name) for name in cells.index])
    ax.invert_yaxis()
    add_heading(ax, options["value_label"] or value_label(table, ["x", "y"], how, [value]))
    label_axes(ax, options["x_label"] or x, options["y_label"] or y, notes)

fig.savefig(f"plot-{THEME}.png")
