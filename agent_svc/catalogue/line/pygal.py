"""Line chart: values along an ordered axis, records that share a position aggregated."""

import cairosvg

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
    chart = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
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

    # Muted lines lie below the others.
    order = sorted(drawn, key=lambda part: styles[part[0]][0] != MUTED)
    chart = new_plot((across, upward), parts, [styles[name][0] for name, _ in order for _ in range(2)])
    strokes = []
    for name, line in order:
        color, label = styles[name]
        width = (0.6 if color == MUTED else 1.0) * options["line_width"] * POINT
        strokes += [f"fill: none; stroke-width: {width:.2f}; stroke-linecap: round; stroke-linejoin: round", ""]
        chart.add(label, pairs(line, across, upward), show_dots=False)
        dots = line if markers else alone(line)
        add_dots(chart, pairs(dots, across, upward), "", 7, f"stroke: {PAPER}; stroke-width: 1.6")

    def finish(root, *_):
        set_strokes(root, strokes)

    keys = {"legend": legend, "styles": styles, "title": group, "key": "line"}
    lay_out(chart, (across, upward), parts, "y", keys, finish=finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
