"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import numpy as np
import plotly.graph_objects as go

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

fig = go.Figure()
if table.empty:
    say(fig, options["title"], f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    values, places, kind = ("x", "y", "h") if lying else ("y", "x", "v")
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    spread = np.random.default_rng(7)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    for place, spot, sample in spots_of(table):
        color, center = colors[spot % len(colors)], place + (spot - (len(series) - 1) / 2) * width
        # The numbers are computed here: a drawn box then has the same quartiles in every library.
        box = box_numbers(sample[sample > 0] if scale["kind"] == "log" else sample)
        if box:
            numbers = {"q1": [box["q1"]], "median": [box["median"]], "q3": [box["q3"]]}
            numbers |= {"lowerfence": [box["low"]], "upperfence": [box["high"]], places: [center], "orientation": kind}
            look = {"fillcolor": tint(color, 0.3), "line": {"color": color, "width": 3.3}, "whiskerwidth": 0.5}
            fig.add_box(**numbers, **look, width=0.7 * width, showlegend=False, boxpoints=False)
            across, middle = [center - 0.35 * width, center + 0.35 * width], [box["median"]] * 2
            line = {values: middle, places: across, "line": {"color": INK, "width": 5}, "mode": "lines"}
            fig.add_scatter(**line, showlegend=False)
        # Every value, moved sideways a little so that equal ones can be told apart, or those beyond the whiskers.
        dots = sample if show_points else box["outside"] if box else []
        aside = spread.uniform(-0.22, 0.22, len(dots)) * width if show_points else np.zeros(len(dots))
        size = 2 * POINT * (float(np.clip(2250 / len(table), 5, 16)) / np.pi) ** 0.5 if show_points else 8
        marker = {"color": color, "size": size, "opacity": 0.75 if show_points else 1}
        fig.add_scatter(**{values: dots, places: center + aside}, mode="markers", marker=marker, showlegend=False)
    if len(series) > 1:
        series_keys(fig, series, colors)

    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = sample_frame(scale, texts, lying, legend["beside"])
    notes.append(scale["note"])
    lay_out(
        fig, *frame, options["title"], *(names[::-1] if lying else names), notes, legend, group, "x" if lying else "y"
    )

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
