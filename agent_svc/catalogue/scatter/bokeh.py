"""Scatter plot: one point per row, coloured by series."""

import numpy as np
from bokeh.io import export_png

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
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    across = number_scale(points["x"], options["x_range"]) if not dates else None
    if dates:
        across = date_scale(points["x"], options["date_format"], options["x_range"], 0.04)
        points["x"] = milliseconds(points["x"])
    elif options["log_x"]:
        across = log_scale(points["x"], options["x_range"])
    upward = number_scale(points["value"], options["y_range"])
    if options["log_y"]:
        upward = log_scale(points["value"], options["y_range"])
    points = points[points["x"] > 0] if across["kind"] == "log" else points
    points = points[points["value"] > 0] if upward["kind"] == "log" else points

    styles = series_styles(list(points["series"].cat.categories), options["color"])
    legend = legend_place([label for _, label in styles.values() if label != "_nolegend_"], options["legend"], group)
    labels, notes = (options["x_label"] or x, options["y_label"] or shared_name(ys)), [across["note"], upward["note"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])
    plot = new_plot(across, upward, parts, "xy")
    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = 2 * POINT * float((options["point_size"] or np.clip(9000 / max(len(points), 1), 5, 42)) / np.pi) ** 0.5
    look = {"size": size, "alpha": options["opacity"] or (0.9 if few else 0.65), "line_width": 1.4}
    for name, series in points.groupby("series", observed=True):
        color, label = styles[name]
        named = {"legend_label": plain(short_name(label))} if label != "_nolegend_" else {}
        places = series["x"].to_numpy(dtype=float), series["value"].to_numpy()
        plot.scatter(*places, fill_color=color, line_color=PAPER if few else None, **look, **named)
    if plot.legend:
        place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
