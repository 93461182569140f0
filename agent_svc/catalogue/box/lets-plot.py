"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import lets_plot as lp
import numpy as np
import pandas as pd
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One box per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)

if table.empty:
    plot = message(options["title"], f"No row has a value in {' or '.join(ys)}.")
else:
    names, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying, width = lies_down(options["orientation"], names), 0.8 / len(series)
    upward = (log_scale if options["log_y"] else number_scale)(table["value"], options["y_range"])
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(names)
    show_points = show_points and len(names) * len(series) <= 24
    spread, boxes, dots = np.random.default_rng(7), [], []
    for spot, place, sample in spots_of(table):
        center = (spot + (place - (len(series) - 1) / 2) * width) * (-1 if lying else 1)
        box = box_numbers(sample)
        values = sample if show_points else box.pop("outside")
        boxes.append({"place": center, "series": series[place]} | box)
        # Every value, moved sideways a little so that equal ones can be told apart.
        shift = spread.uniform(-0.22, 0.22, len(values)) * width if show_points else 0.0
        dots.append(pd.DataFrame({"place": center + shift, "value": values, "series": series[place]}))
    boxes, dots = pd.DataFrame(boxes), on_axis(pd.concat(dots, ignore_index=True), upward["kind"] == "log")
    if upward["kind"] == "log":
        ends = ["low", "q1", "median", "q3", "high"]
        boxes[ends] = boxes[ends].clip(lower=upward["ends"][0])
    styles = series_styles(series, options["color"])
    legend, beside = color_legend(styles if len(series) > 1 else {}, group, options["legend"], "fill")
    parts = lp.aes(
        "place", ymin="low", lower="q1", middle="median", upper="q3", ymax="high", fill="series", group="place"
    )
    plot = lp.ggplot(boxes) + LOOK
    style = {"width": 0.7 * width, "width_unit": "identity", "whisker_width": 0.5, "alpha": 0.35, "fatten": 1.6}
    plot += lp.geom_boxplot(parts, stat="identity", color=INK, size=1.2 * POINT, position="identity", **style)
    if len(dots):
        size = dot_size(4 * len(table), 16)
        places = lp.aes("place", "value", color="series")
        plot += lp.geom_point(places, data=dots, size=size, alpha=0.75, stroke=0, sampling="none", show_legend=False)
    shown = counted(names, table["x"]) if options["show_counts"] and len(series) == 1 else names
    plot += together(
        colored(styles),
        colored(styles, "fill") if len(series) == 1 else legend,
        category_axes(names, upward, lying, beside, shown),
    )
    category, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    plot += labels(options["title"], category, value, [*notes, upward["note"]], lying)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
