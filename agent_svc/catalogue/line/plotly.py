"""Line chart: values along an ordered axis, records that share a position aggregated."""

import plotly.graph_objects as go

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

fig = go.Figure()
if lines["value"].isna().all():
    say(fig, options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
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
    # Muted lines lie below the others.
    for name, line in sorted(drawn, key=lambda part: styles[part[0]][0] != MUTED):
        color, label = styles[name]
        width = (0.6 if color == MUTED else 1.0) * options["line_width"] * POINT
        places = [names[place] for place in line["x"]] if names else line["x"]
        style = {
            "name": legend_name(label),
            "legendrank": list(styles).index(name),
            "line": {"color": color, "width": width},
        }
        fig.add_scatter(
            x=places, y=on_axis(line["value"], upward), mode="lines", showlegend=label != "_nolegend_", **style
        )
        add_dots(fig, line if markers else alone(line), color, upward, names)

    notes += [across["note"], upward["note"]]
    value = value_label(table, ["series", "x"], how, ys)
    labels = options["x_label"] or x, options["y_label"] or value
    lay_out(fig, across, upward, options["title"], *labels, notes, legend, group)

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
