"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import numpy as np
import pandas as pd

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
    chart = message(options["title"], f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), [str(name) for name in table["series"].cat.categories]
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])[: len(series)]
    width = 0.8 / len(series)
    spread = np.random.default_rng(7)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = bar_frame(scale, texts, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, [*notes, scale["note"]], legend["rows"], legend["beside"])

    # The numbers are computed here: a drawn box then has the same quartiles in every library.
    boxes, dots = [], []
    for place, spot, sample in spots_of(table):
        sample = sample[sample > 0] if scale["kind"] == "log" else sample
        box = box_numbers(sample)
        if box:
            center = place + (spot - (len(series) - 1) / 2) * width
            outside = sample if show_points else box.pop("outside")
            # Every value, moved sideways a little so that equal ones can be told apart.
            aside = spread.uniform(-0.22, 0.22, len(outside)) * width if show_points else np.zeros(len(outside))
            dots.append(pd.DataFrame({"value": outside, "place": center + aside, "series": series[spot]}))
            sides = {"start": center - 0.35 * width, "end": center + 0.35 * width}
            sides |= {"near": center - 0.18 * width, "far": center + 0.18 * width, "place": center}
            numbers = {name: box[name] for name in ("q1", "median", "q3", "low", "high")}
            boxes.append({**numbers, **sides, "series": series[spot]})
    size = POINT**2 * float(np.clip(2250 / len(table), 5, 16)) if show_points else 60
    colored = color_channel(series, colors, legend, group)
    chart = lay_out(box_layers(pd.DataFrame(boxes), pd.concat(dots), frame, parts, lying, colored, size), parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
