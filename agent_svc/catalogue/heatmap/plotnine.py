"""Heat map: a value for every pair of two categories, as colour."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import plotnine as p9

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

if cells.isna().all(axis=None):
    plot = message(options["title"], f"No row has a value in {x}, {y} and {value}.", (6, 6))
else:
    # Values on both sides of zero get a map with a neutral middle there.
    lowest, highest = float(cells.min(axis=None)), float(cells.max(axis=None))
    low, high = options["value_range"] or (None, None)
    low, high = sorted((lowest if low is None else low, highest if high is None else high))
    two_sided = options["palette"] == "diverging" or (options["palette"] == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    elif low == high:
        low, high = low - 0.5, high + 0.5
    own = options["palette"] in ("auto", "sequential", "diverging")
    map_of = color_map(DIVERGING if two_sided else SEQUENTIAL) if own else mpl.colormaps[options["palette"]]
    colors = [mpl.colors.to_hex(map_of(place)) for place in np.linspace(0, 1, 33)]

    columns, rows = list(cells.columns), list(cells.index)
    drawn = cells.rename_axis(index="y", columns="x").stack(future_stack=True).rename("value").reset_index()
    show_values = options["show_values"] if options["show_values"] is not None else max(cells.shape) <= 9
    numbers = []
    if show_values and max(cells.shape) <= 20:
        drawn["text"] = value_texts(drawn["value"])
        size = float(np.clip(72 * 3.7 / len(columns) / (0.65 * drawn["text"].str.len().max()), 4.5, 10))
        known = drawn.dropna()
        ink = [text_on(map_of(share)) for share in (known["value"] - low) / (high - low)]
        numbers = p9.geom_text(p9.aes(label="text"), data=known, size=size, color=ink)

    label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
    # Pairs without a value show the grid colour, which is on neither map.
    scale = p9.scale_fill_gradientn(
        colors=colors,
        limits=(low, high),
        oob=lambda shares, _range=None: np.clip(shares, 0, 1),
        na_value=GRID,
        name=wrapped(label, 80),
        labels=number_labels(drawn["value"]),
    )
    plot = (
        p9.ggplot(drawn, p9.aes("x", "y", fill="value"))
        + p9.geom_tile(color=PAPER if cells.size <= 900 else None, size=0.6)
        + numbers
        + scale
        + category_scale("x", columns, size=(4.6, 6))
        + category_scale("y", rows, lying=True, size=(6, 6))
        + p9.theme(
            figure_size=(6, 6),
            panel_grid_major=p9.element_blank(),
            axis_line=p9.element_blank(),
            legend_position="right" if options["legend"] != "none" else "none",
            legend_key_height=150,
        )
        + labels(options["title"], options["x_label"] or x, options["y_label"] or y, notes, size=(6, 6))
    )

plot.save(f"plot-{THEME}.png", width=6, height=6, dpi=400, verbose=False)
