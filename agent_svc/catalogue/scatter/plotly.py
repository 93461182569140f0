"""Scatter plot: one point per row, coloured by series."""

import numpy as np
import plotly.graph_objects as go

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

fig = go.Figure()
if points.empty:
    say(fig, options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = 2 * POINT * ((options["point_size"] or np.clip(9000 / len(points), 5, 42)) / np.pi) ** 0.5
    opacity = options["opacity"] or (0.9 if few else 0.65)
    rim = {"color": PAPER, "width": 1.4 if few else 0}
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    for name, series in points.groupby("series", observed=True):
        color, label = styles[name]
        shown = label != "_nolegend_"
        fig.add_scatter(
            x=series["x"],
            y=series["value"],
            mode="markers",
            name=legend_name(label if shown else name),
            showlegend=shown,
            marker={"size": size, "color": color, "opacity": opacity, "line": rim},
        )

    across = number_scale(points["x"], options["x_range"]) if not dates else None
    if dates:
        across = date_scale(points["x"], options["date_format"], options["x_range"], 0.04)
    elif options["log_x"]:
        across = log_scale(points["x"], options["x_range"])
    upward = number_scale(points["value"], options["y_range"])
    if options["log_y"]:
        upward = log_scale(points["value"], options["y_range"])
    legend = legend_place([label for _, label in styles.values() if label != "_nolegend_"], options["legend"], group)
    labels = options["x_label"] or x, options["y_label"] or shared_name(ys)
    lay_out(fig, across, upward, options["title"], *labels, [across["note"], upward["note"]], legend, group, "xy")

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
