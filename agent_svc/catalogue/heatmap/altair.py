"""Heat map: a value for every pair of two categories, as colour."""

import altair as alt
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

if cells.isna().all(axis=None):
    chart = message(options["title"], f"No row has a value in {x}, {y} and {value}.", 1200, 1200)
else:
    ramp, low, high = cell_colors(cells, options["palette"], options["value_range"])
    height, width = cells.shape
    across, upward = category_scale(cells.columns, 800), category_scale(cells.index, 850, lying=True)
    across["ends"], upward["ends"] = (-0.5, width - 0.5), (-0.5, height - 0.5)
    labels, beside = (options["x_label"] or x, options["y_label"] or y), 0
    if options["legend"] != "none":
        marks = number_scale([low, high], room=(0, 0))
        beside = 80 + tick_room(marks, "y") + 38
    parts = place_parts(across, upward, options["title"], *labels, notes, 0, beside, 1200, 1200)

    values = cells.to_numpy(dtype=float).ravel()
    shown = pd.DataFrame({"x": np.tile(np.arange(width), height), "y": np.repeat(np.arange(height), width)})
    shown = shown.assign(value=values, text=value_texts(values)).dropna(subset=["value"])
    shares = [(number - low) / ((high - low) or 1) for number in shown["value"]]
    shown["color"] = [color_at(ramp, share) for share in shares]
    shown = shown.assign(ink=[text_on(color) for color in shown["color"]])
    sides = {"x": alt.X("x", **channel(across, "x", parts["x_label"], "")), "x2": "right"}
    sides |= {"y": alt.Y("y", **channel(upward, "y", parts["y_label"], "")), "y2": "lower"}
    edges = shown.assign(x=shown["x"] - 0.5, right=shown["x"] + 0.5, y=shown["y"] - 0.5, lower=shown["y"] + 0.5)
    rim = {"stroke": PAPER, "strokeWidth": 2} if cells.size <= 900 else {"strokeWidth": 0}
    bar = None
    if options["legend"] != "none":
        label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
        bar = color_bar(marks, label, 1200 - parts["top"] - parts["bottom"])
    colors = alt.Color("value:Q", scale=alt.Scale(domain=[low, high], range=ramp, clamp=True), legend=bar)
    layers = [alt.Chart(edges).mark_rect(**rim).encode(**sides, color=colors)]
    show_values = options["show_values"] if options["show_values"] is not None else max(height, width) <= 9
    if show_values and max(height, width) <= 20:
        size = float(np.clip(760 / width / (0.65 * shown["text"].str.len().max()), 12, 28))
        inks = alt.Color("ink:N", scale=None, legend=None)
        texts = alt.Chart(shown).mark_text(fontSize=size).encode(x="x:Q", y="y:Q", text="text", color=inks)
        layers.append(texts)
    # Pairs without a value show the grid colour, which is on neither map.
    ground = GRID if cells.isna().any(axis=None) else PAPER
    chart = lay_out(layers, parts, 1200, 1200).configure_view(stroke=None, fill=ground)
    chart = chart.configure_axis(**AXIS_LOOK | {"domain": False, "ticks": False})

chart.save(f"plot-{THEME}.png", scale_factor=2)
