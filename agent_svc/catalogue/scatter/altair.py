"""Scatter plot: one point per row, coloured by series."""

import altair as alt
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
        points["x"] = milliseconds(points["x"])
    elif options["log_x"]:
        across = log_scale(points["x"], options["x_range"])
    upward = number_scale(points["value"], options["y_range"])
    if options["log_y"]:
        upward = log_scale(points["value"], options["y_range"])

    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = POINT**2 * (options["point_size"] or float(np.clip(9000 / len(points), 5, 42)))
    opacity = options["opacity"] or (0.9 if few else 0.65)
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    colors, names = zip(*styles.values(), strict=True)
    legend = legend_place([name for name in names if name != "_nolegend_"], options["legend"], group)
    labels, notes = (options["x_label"] or x, options["y_label"] or shared_name(ys)), [across["note"], upward["note"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])
    rim = {"stroke": PAPER, "strokeWidth": 1.4} if few else {"strokeWidth": 0}
    dots = (
        alt.Chart(on_axis(on_axis(points, across, "x"), upward))
        .mark_point(filled=True, size=size, opacity=opacity, clip=True, aria=is_spoken(points), **rim)
        .encode(
            x=alt.X("x", **channel(across, "x", parts["x_label"], "xy")),
            y=alt.Y("value", **channel(upward, "y", parts["y_label"], "xy")),
            color=color_channel(list(styles), colors, legend, group, names),
        )
    )
    chart = lay_out([dots], parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
