"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import numpy as np
import plotly.graph_objects as go

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

fig = go.Figure()
if table.empty:
    say(fig, options["title"], f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    values, places = ("x", "y") if lying else ("y", "x")
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    colors = series_colors(options["color"])
    width, few = 0.8 / len(series), len(labels) * len(series) <= 16
    for place, spot, sample in spots_of(table):
        color, center = colors[spot % len(colors)], place + (spot - (len(series) - 1) / 2) * width
        # A density of fewer than five values, or of equal ones, would be invented: these are dots.
        if len(sample) < 5 or np.ptp(sample) <= 1e-9 * np.abs(sample).max():
            dots = {values: sample, places: np.full(len(sample), center)}
            fig.add_scatter(
                **dots, mode="markers", marker={"color": color, "size": 15, "opacity": 0.9}, showlegend=False
            )
            continue
        # The outline is computed here, so that it ends at the data and follows the axis, logarithmic or not.
        heights, widths = density(sample, scale["kind"] == "log")
        sides = np.r_[center - 0.45 * width * widths, (center + 0.45 * width * widths)[::-1]]
        outline = {values: np.r_[heights, heights[::-1]], places: sides, "line": {"color": color, "width": 3.3}}
        fig.add_scatter(**outline, mode="lines", fill="toself", fillcolor=tint(color, 0.35), showlegend=False)
        low, middle, high = np.percentile(sample, [25, 50, 75])
        bar = {values: [low, high], places: [center] * 2, "line": {"color": INK, "width": 10 if few else 6}}
        fig.add_scatter(**bar, mode="lines", showlegend=False)
        dot = {values: [middle], places: [center], "marker": {"color": PAPER, "size": 12 if few else 8}}
        fig.add_scatter(**dot, mode="markers", showlegend=False)
    if len(series) > 1:
        series_keys(fig, series, colors)

    notes.append(scale["note"] if scale["kind"] == "linear" else "")
    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = sample_frame(scale, texts, lying, legend["beside"])
    lay_out(
        fig, *frame, options["title"], *(names[::-1] if lying else names), notes, legend, group, "x" if lying else "y"
    )

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
