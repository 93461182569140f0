"""Scatter plot: one point per row, coloured by series."""

import cairosvg
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, ys, group = roles["x"], roles["y"], roles.get("group")
points = long_table(df, x, ys, group)
dates = points["x"].dtype.kind == "M"
points = points.dropna(subset=["x", "value"])

if points.empty:
    chart = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    across = number_scale(points["x"], options["x_range"]) if not dates else None
    if dates:
        across = date_scale(points["x"], options["date_format"], options["x_range"], 0.04)
    elif options["log_x"]:
        across = log_scale(points["x"], options["x_range"])
    upward = number_scale(points["value"], options["y_range"])
    if options["log_y"]:
        upward = log_scale(points["value"], options["y_range"])

    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    radius = POINT * float((options["point_size"] or np.clip(9000 / len(points), 5, 42)) / np.pi) ** 0.5
    opacity = options["opacity"] or (0.9 if few else 0.65)
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    legend = legend_place([label for _, label in styles.values() if label != "_nolegend_"], options["legend"], group)
    labels, notes = (options["x_label"] or x, options["y_label"] or shared_name(ys)), [across["note"], upward["note"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])
    css = f"fill-opacity: {opacity}; stroke: {PAPER if few else 'none'}; stroke-width: 1.4"
    chart = new_plot((across, upward), parts, [color for color, _ in styles.values()])
    for name, series in points.groupby("series", observed=True):
        add_dots(chart, pairs(series, across, upward), styles[name][1], radius, css)
    keys = {"legend": legend, "styles": styles, "title": group, "key": "dot"}
    lay_out(chart, (across, upward), parts, "xy", keys)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
