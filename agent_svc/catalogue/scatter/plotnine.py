"""Scatter plot: one point per row, coloured by series."""

import numpy as np
import plotnine as p9

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
    notes = []
    if dates:
        across = date_scale("x", points["x"], options["date_format"], options["x_range"])
    elif options["log_x"]:
        across, note = log_scale("x", points["x"], options["x_range"])
        notes.append(note)
        points = points[points["x"] > 0] if (points["x"] > 0).any() else points
    else:
        across = number_scale("x", points["x"], options["x_range"])
    if options["log_y"]:
        upward, note = log_scale("y", points["value"], options["y_range"])
        notes.append(note)
        points = points[points["value"] > 0] if (points["value"] > 0).any() else points
    else:
        upward = number_scale("y", points["value"], options["y_range"])

    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = ((options["point_size"] or np.clip(9000 / len(points), 5, 42)) / np.pi) ** 0.5
    opacity = options["opacity"] or (0.9 if few else 0.65)
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    legend, _ = color_legend(styles, group, options["legend"], "fill")
    plot = (
        p9.ggplot(points, p9.aes("x", "value", fill="series"))
        + p9.geom_point(size=size, alpha=opacity, color=PAPER, stroke=0.25 if few else 0)
        + across
        + upward
        + legend
        + p9.theme(panel_grid_major_x=p9.element_line(color=GRID, size=0.6))
        + labels(options["title"], options["x_label"] or x, options["y_label"] or shared_name(ys), notes)
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
