"""Heat map: a value for every pair of two categories, as colour."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

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

fig = go.Figure()
if cells.isna().all(axis=None):
    say(fig, options["title"], f"No row has a value in {x}, {y} and {value}.", 1200, 1200)
else:
    ramp, low, high = cell_colors(cells, options["palette"], options["value_range"])
    height, width = cells.shape
    values = cells.to_numpy(dtype=float)
    across, upward = category_scale(cells.columns, 800), category_scale(cells.index, 850, lying=True)
    gap = 2 if cells.size <= 900 else 0
    map_ = {"colorscale": ramp, "zmin": low, "zmax": high, "xgap": gap, "ygap": gap, "showscale": False}
    fig.add_heatmap(z=values, x=across["names"], y=upward["names"], **map_)
    show_values = options["show_values"] if options["show_values"] is not None else max(height, width) <= 9
    if show_values and max(height, width) <= 20:
        texts = value_texts(values.ravel())
        size = float(np.clip(760 / width / (0.65 * max(len(text) for text in texts)), 12, 28))
        inks = [text_on(color_at(ramp, (v - low) / ((high - low) or 1))) if v == v else INK for v in values.ravel()]
        spots = {"x": np.tile(across["names"], height), "y": np.repeat(upward["names"], width)}
        fig.add_scatter(**spots, text=texts, mode="text", textfont={"size": size, "color": inks}, showlegend=False)
    if options["legend"] != "none":
        marks = number_scale([low, high], room=(0, 0))
        label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
        bar = {"thickness": 24, "outlinewidth": 0, "tickvals": marks["ticks"], "ticktext": marks["texts"], "x": 1.02}
        bar |= {"title": {"text": html(wrapped(label, 800, LABEL)), "side": "right"}, "xpad": 0, "len": 1, "ypad": 0}
        bar["title"] |= {"font": {"size": LABEL, "color": MUTED}}
        fig.update_traces(selector={"type": "heatmap"}, showscale=True, colorbar=bar)
        right = 60 + tick_room(marks, "y") + 38
    labels = options["x_label"] or x, options["y_label"] or y
    bar_room = {"where": "none", "rows": 0, "beside": right if options["legend"] != "none" else 0}
    lay_out(fig, across, upward, options["title"], *labels, notes, bar_room, grid="", width=1200, height=1200)
    # Pairs without a value show the grid colour, which is on neither map.
    fig.update_layout(plot_bgcolor=GRID if np.isnan(values).any() else PAPER)
    fig.update_xaxes(showline=False, ticks="", range=[-0.5, width - 0.5])
    fig.update_yaxes(showline=False, range=[height - 0.5, -0.5])

fig.write_image(f"plot-{THEME}.png", width=1200, height=1200, scale=2)
