"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One violin per category and series; without categories, one per series.
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
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    notes.append(scale["note"] if scale["kind"] == "linear" else "")
    colors = series_colors(options["color"])[: len(series)]
    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = bar_frame(scale, texts, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, notes, legend["rows"], legend["beside"])

    width, few = 0.8 / len(series), len(labels) * len(series) <= 16
    outlines, quartiles, dots = [], [], []
    for place, spot, sample in spots_of(table):
        center, name = place + (spot - (len(series) - 1) / 2) * width, series[spot]
        # A density of fewer than five values, or of equal ones, would be invented: these are dots.
        if len(sample) < 5 or np.ptp(sample) <= 1e-9 * np.abs(sample).max():
            dots.append(pd.DataFrame({"value": sample, "place": center, "series": name}))
            continue
        heights, widths = density(sample, scale["kind"] == "log")
        sides = {"near": center - 0.45 * width * widths, "far": center + 0.45 * width * widths}
        outlines.append(pd.DataFrame({"value": heights, **sides, "series": name, "violin": f"{place} {spot}"}))
        low, middle, high = np.percentile(sample, [25, 50, 75])
        quartiles.append({"low": low, "median": middle, "high": high, "place": center})
    colored = color_channel(series, colors, legend, group)
    style = {"frame": frame, "parts": parts, "lying": lying, "colors": colored, "few": few}
    chart = lay_out(violin_layers(outlines, quartiles, dots, **style), parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
