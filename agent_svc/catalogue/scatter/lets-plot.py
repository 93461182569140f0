"""Scatter plot: one point per row, coloured by series."""

import lets_plot as lp
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per point; rows without both values cannot be drawn.
x, ys, group = roles["x"], roles["y"], roles.get("group")
points = long_table(df, x, ys, group).dropna(subset=["x", "value"])

if points.empty:
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    if points["x"].dtype.kind == "M":
        across = date_scale(points["x"], options["date_format"], options["x_range"])
    else:
        across = (log_scale if options["log_x"] else number_scale)(points["x"], options["x_range"])
    upward = (log_scale if options["log_y"] else number_scale)(points["value"], options["y_range"])
    notes = [across["note"], upward["note"]]
    points = on_axis(on_axis(points, across["kind"] == "log", "x"), upward["kind"] == "log")

    # Many points get smaller, and lose their rim, before they hide each other.
    few = len(points) <= 400
    size = options["point_size"] ** 0.5 * DOT if options["point_size"] else dot_size(len(points))
    opacity = options["opacity"] or (0.9 if few else 0.65)
    styles = series_styles(list(points["series"].cat.categories), options["color"])
    legend, _ = color_legend(styles, group, options["legend"], "fill")
    plot = (
        lp.ggplot(points.assign(x=milliseconds(points["x"])), lp.aes("x", "value", fill="series"))
        + lp.geom_point(shape=21, size=size, alpha=opacity, color=PAPER, stroke=0.6 if few else 0)
        + LOOK
    )
    grid = lp.theme(panel_grid_major_x=lp.element_line(color=GRID, size=0.9))
    plot += together(axes(across, upward), legend, grid)
    plot += labels(options["title"], options["x_label"] or x, options["y_label"] or shared_name(ys), notes)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
