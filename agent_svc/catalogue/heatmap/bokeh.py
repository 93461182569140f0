"""Heat map: a value for every pair of two categories, as colour."""

import numpy as np
import pandas as pd
from bokeh.io import export_png
from bokeh.transform import linear_cmap

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
    plot = message(options["title"], f"No row has a value in {x}, {y} and {value}.", 1200, 1200)
else:
    ramp, low, high = cell_colors(cells, options["palette"], options["value_range"])
    height, width = cells.shape
    across, upward = category_scale(cells.columns, 800), category_scale(cells.index, 850, lying=True)
    across["ends"], upward["ends"] = (-0.5, width - 0.5), (-0.5, height - 0.5)
    labels, beside = (options["x_label"] or x, options["y_label"] or y), 0
    if options["legend"] != "none":
        marks = number_scale([low, high], room=(0, 0))
        beside = 60 + tick_room(marks, "y") + 38
    parts = place_parts(across, upward, options["title"], *labels, notes, 0, beside, 1200, 1200)

    plot = new_plot(across, upward, parts, "", 1200, 1200)
    plot.axis.axis_line_color = None
    # Pairs without a value show the grid colour, which is on neither map.
    plot.background_fill_color = GRID if cells.isna().any(axis=None) else PAPER
    values = cells.to_numpy(dtype=float).ravel()
    known = np.flatnonzero(~np.isnan(values))
    columns, lines = known % width, known // width
    colors = [color_at(ramp, (value - low) / ((high - low) or 1)) for value in values[known]]
    rim = {"line_color": PAPER, "line_width": 2} if cells.size <= 900 else {"line_color": None}
    shown = {"x": columns, "y": lines, "value": values[known]}
    palette = [color_at(ramp, step / 255) for step in range(256)]
    span = (low, high) if low < high else (low - 0.5, low + 0.5)
    plot.rect("x", "y", 1, 1, source=shown, fill_color=linear_cmap("value", palette, *span), **rim)
    show_values = options["show_values"] if options["show_values"] is not None else max(height, width) <= 9
    if show_values and max(height, width) <= 20:
        texts = value_texts(values[known])
        size = float(np.clip(760 / width / (0.65 * max(len(text) for text in texts)), 12, 28))
        style = {
            "text_font": {"value": FONTS},
            "text_font_size": f"{size}px",
            "text_align": "center",
            "text_baseline": "middle",
        }
        plot.text(columns, lines, text=texts, text_color=[text_on(color) for color in colors], **style)
    if options["legend"] != "none":
        label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
        add_color_bar(plot, ramp, marks, label, parts)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
