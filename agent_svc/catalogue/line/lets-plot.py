"""Line chart: values along an ordered axis, records that share a position aggregated."""

import lets_plot as lp
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per position and series: records that share both are aggregated.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
table["x"], names = as_positions(table["x"])
lines = aggregate(table, ["series", "x"], how).reset_index()

if lines["value"].isna().all():
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    styles = series_styles([name for name, _ in lines.groupby("series", observed=True)], options["color"])
    legend, beside = color_legend(styles, group, options["legend"], size=1.8 * POINT)
    markers = options["markers"] if options["markers"] is not None else len(lines) <= 40 * len(styles)
    across = position_scale(lines["x"], names, options["date_format"], options["x_range"], WIDTH - 240 - beside)
    notes = []
    if options["log_x"] and across["kind"] == "linear":
        across = log_scale(lines["x"], options["x_range"], 0.02)
    elif options["log_x"]:
        notes.append("Only numbers can stand on a logarithmic axis, so this one is not.")
    upward = (log_scale if options["log_y"] else number_scale)(lines["value"], options["y_range"])
    notes += [across["note"], upward["note"]]
    lines = lines.assign(x=milliseconds(lines["x"]))
    lines = in_runs(on_axis(on_axis(lines, across["kind"] == "log", "x"), upward["kind"] == "log"))
    # A value between two gaps has no line; a dot keeps it in sight.
    dots = lines if markers else lines[lines["alone"]]
    plot = lp.ggplot(lines, lp.aes("x", "value", color="series")) + LOOK
    plot += together(joined(lines, lp.aes(group="run"), size=options["line_width"] * POINT))
    plot += together(white_rimmed(dots, styles, 20))
    plot += together(axes(across, upward), legend)
    value = options["y_label"] or value_label(table, ["series", "x"], how, ys)
    plot += labels(options["title"], options["x_label"] or x, value, notes)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
