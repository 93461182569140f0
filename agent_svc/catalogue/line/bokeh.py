"""Line chart: values along an ordered axis, records that share a position aggregated."""

from bokeh.io import export_png

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
    drawn = lines.groupby("series", observed=True)
    markers = options["markers"] if options["markers"] is not None else len(lines) <= 40 * drawn.ngroups
    styles = series_styles([name for name, _ in drawn], options["color"])
    legend = legend_place([label for _, label in styles.values() if label != "_nolegend_"], options["legend"], group)
    across = position_scale(lines["x"], names, options["date_format"], options["x_range"], 1340 - legend["beside"])
    upward = number_scale(lines["value"], options["y_range"])
    notes = []
    if options["log_x"]:
        linear = names or lines["x"].dtype.kind == "M"
        notes += ["Only numbers can stand on a logarithmic axis, so this one is not."] if linear else []
        across = across if linear else log_scale(lines["x"], options["x_range"], 0.02)
    if options["log_y"]:
        upward = log_scale(lines["value"], options["y_range"])
    notes += [across["note"], upward["note"]]
    labels = options["x_label"] or x, options["y_label"] or value_label(table, ["series", "x"], how, ys)
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    plot = new_plot(across, upward, parts)
    if across["kind"] == "date":
        lines["x"] = milliseconds(lines["x"])
    # Muted lines lie below the others.
    for name, line in sorted(lines.groupby("series", observed=True), key=lambda part: styles[part[0]][0] != MUTED):
        color, label = styles[name]
        width = (0.6 if color == MUTED else 1.0) * options["line_width"] * POINT
        named = {"legend_label": plain(short_name(label))} if label != "_nolegend_" else {}
        add_line(plot, line, color, width, upward, across, **named)
        add_dots(plot, line if markers else alone(line), color, upward, across)
    place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
