"""Correlation matrix: how strongly each pair of columns goes together, as colour."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One coefficient per pair of columns, over the rows that have both values.
names = roles["y"]
numbers = pd.DataFrame(df, columns=names).astype(float).replace([np.inf, -np.inf], np.nan)
matrix = numbers.corr(method=options["method"])
known = numbers.notna().astype(int)
pairs = (known.T @ known).to_numpy()[np.tril_indices(len(names), -1)]


def by_similarity(table):
    """The names by the angle of the first two eigenvectors (Friendly 2002): similar ones stand side by side."""
    vectors = np.linalg.eigh(table.fillna(0).to_numpy())[1][:, :-3:-1]
    angles = np.mod(np.arctan2(vectors[:, 1], vectors[:, 0]), 2 * np.pi)
    order = np.argsort(angles, kind="stable")
    gaps = np.diff([*angles[order], angles[order[0]] + 2 * np.pi])
    return [table.index[place] for place in np.roll(order, -int(np.argmax(gaps)) - 1)]


fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if len(names) < 2 or matrix.isna().all(axis=None):
    say(ax, f"No two of {', '.join(names)} vary together: it takes two rows with different values in both.")
else:
    order = by_similarity(matrix) if options["sort"] == "similarity" else names
    matrix = matrix.loc[order, order]
    if options["shape"] == "lower":
        matrix = matrix.where(np.tri(len(order), k=-1, dtype=bool)).iloc[1:, :-1]
    values = matrix.to_numpy(dtype=float)
    height, width = values.shape
    sides = np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5
    style = {"cmap": color_map(DIVERGING), "vmin": -1, "vmax": 1, "edgecolors": PAPER, "linewidth": 1.2}
    mesh = ax.pcolormesh(*sides, np.ma.masked_invalid(values), **style)
    show_values = options["show_values"] if options["show_values"] is not None else width <= 16
    if show_values and width <= 20:
        size = float(np.clip(72 * 3.9 / width / 3.2, 4.5, 11))
        for row, column in np.ndindex(values.shape):
            number = values[row, column]
            if np.isfinite(number):
                color = text_on(mesh.cmap(mesh.norm(number)))
                text = marked(f"{number + 0.0 if abs(number) >= 0.005 else 0.0:.2f}".replace("-", "−"))
                ax.text(column, row, text, ha="center", va="center", size=size, color=color)
            elif options["shape"] == "full" or column <= row:
                ax.text(column, row, "–", ha="center", va="center", size=size, color=MUTED)

    ax.grid(False)
    ax.spines[:].set_visible(False)
    category_axis(ax.xaxis, [str(name) for name in matrix.columns], 0.9 * (options["legend"] != "none"))
    category_axis(ax.yaxis, [str(name) for name in matrix.index])
    ax.invert_yaxis()
    if options["legend"] != "none":
        bar = fig.colorbar(mesh, ax=ax, location="right", fraction=0.05, pad=0.03, aspect=36)
        bar.outline.set_visible(False)
        bar.set_ticks([-1, -0.5, 0, 0.5, 1], labels=["−1", marked("−0.5"), "0", marked("0.5"), "1"])
        label = {"pearson": "Pearson's correlation", "spearman": "Spearman's rank correlation"}[options["method"]]
        bar.set_label(label, color=MUTED, size=10)
    few, many = int(pairs.min()), int(pairs.max())
    notes = [
        f"n = {count_text(many)}."
        if few == many
        else f"n = {count_text(few)} to {count_text(many)}: for each pair the rows that have both."
    ]
    if np.isnan(values[np.tril_indices(height, -1, width)]).any():
        notes.append("–: one of the columns does not vary.")
    if options["sort"] == "similarity":
        notes.append("Order: angles of the first two eigenvectors.")
    label_axes(ax, "", "", notes)

fig.savefig(f"plot-{THEME}.png")
