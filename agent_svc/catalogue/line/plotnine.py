"""Line chart: values along an ordered axis, records that share a position aggregated."""

import plotnine as p9

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per position and series: records that share both are aggregated.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
if table["x"].dtype.kind not in "iufM":
    table["x"] = as_categories(table["x"])
lines = aggregate(table, ["series", "x"], how).reset_index()

if lines["value"].isna().all():
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    styles = series_styles([name for name, _ in lines.groupby("series", observed=True)], options["color"])
    legend, beside = color_legend(styles, group, options["legend"])
    markers = options["markers"] if options["markers"] is not None else len(lines) <= 40 * len(styles)
    across, note = position_scale(lines["x"], options["date_format"], options["x_range"], options["log_x"], beside)
    notes = [note]
    upward = number_scale("y", lines["value"], options["y_range"])
    if options["log_y"]:
        upward, note = log_scale("y", lines["value"], options["y_range"])
        notes.append(note)
        lines = on_axis(lines, options["log_y"])
    if options["log_x"] and lines["x"].dtype.kind in "iuf" and (lines["x"] > 0).any():
        lines = lines[lines["x"] > 0]
    # A value between two gaps has no line; a dot keeps it in sight.
    lines = in_runs(lines)
    dots = lines if markers else lines[lines["alone"]]
    dot = {"data": dots, "size": 2, "color": PAPER, "stroke": 0.3, "show_legend": False}
    value = options["y_label"] or value_label(table, ["series", "x"], how, ys)
    plot = (
        p9.ggplot(lines, p9.aes("x", "value", color="series", group="series"))
        + joined(lines, size=options["line_width"] / POINT)
        + (p9.geom_point(p9.aes(fill="series"), **dot) if len(dots) else [])
        + p9.scale_fill_manual(values={name: color for name, (color, _) in styles.items()}, guide=None)
        + across
        + upward
        + legend
        + labels(options["title"], options["x_label"] or x, value, notes)
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
