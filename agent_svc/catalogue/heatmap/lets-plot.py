"""Heat map: a value for every pair of two categories, as colour."""

import lets_plot as lp
import numpy as np
import pandas as pd
from lets_plot import ggsave, ggsize

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
    plot = message(options["title"], f"No row has a value in {x}, {y} and {value}.", (1200, 1200))
else:
    ramp, low, high = cell_colors(cells, options["palette"], options["value_range"])
    low, high = (low, high) if low < high else (low - 0.5, high + 0.5)
    drawn = cells.rename_axis(index="y", columns="x").stack(future_stack=True).rename("value").reset_index()
    places = pd.DataFrame(
        {"x": np.tile(range(cells.shape[1]), len(cells)), "y": -np.repeat(range(len(cells)), cells.shape[1])}
    )
    drawn = drawn.assign(**places, color=drawn["value"].clip(low, high))
    across, upward = category_scale(cells.columns, 780), category_scale(cells.index, 850, lying=True)
    across["ends"] = (-0.5, cells.shape[1] - 0.5)
    upward |= {"ends": (0.5 - len(cells), 0.5), "ticks": [-tick for tick in upward["ticks"]]}
    rim = {"color": PAPER, "size": 1.0 * POINT} if cells.size <= 900 else {"size": 0}
    plot = lp.ggplot(drawn, lp.aes("x", "y")) + LOOK
    # Pairs without a value show the grid colour, which is on neither map.
    plot += lp.geom_tile(lp.aes(fill="color"), sampling="none", **rim)
    marks = number_scale([low, high], room=(0, 0))
    label = options["value_label"] or value_label(table, ["x", "y"], how, [value])
    bar = lp.guide_colorbar(barwidth=24, barheight=700)
    style = {"name": wrapped(label, 240, 25), "limits": [low, high], "na_value": GRID, "guide": bar}
    plot += lp.scale_fill_gradientn(colors=ramp, breaks=marks["ticks"], labels=marks["texts"], **style)
    show_values = options["show_values"] if options["show_values"] is not None else max(cells.shape) <= 9
    if show_values and max(cells.shape) <= 20:
        texts = value_texts(drawn["value"])
        size = float(np.clip(760 / cells.shape[1] / (0.65 * max(len(text) for text in texts)), 12, 28))
        known = drawn.assign(text=texts).dropna()
        inks = [text_on(color_at(ramp, (value - low) / (high - low))) for value in known["color"]]
        numbers = lp.aes(label="text", color="ink")
        plot += lp.geom_text(numbers, data=known.assign(ink=inks), size=size / 2, family=FONT_NAME, sampling="none")
        plot += lp.scale_color_identity(guide="none")
    bare = lp.theme(
        axis_line=NOTHING,
        panel_grid_major_y=NOTHING,
        legend_position="none" if options["legend"] == "none" else "right",
    )
    plot += together(axes(across, upward), lp.theme(axis_text_y=lp.element_text(size=upward["size"], color=INK)), bare)
    plot += labels(options["title"], options["x_label"] or x, options["y_label"] or y, notes, size=(1200, 1200))

ggsave(plot + ggsize(1200, 1200), f"plot-{THEME}.png", path=".", scale=2)
