"""Line chart: values along an ordered axis, records that share a position aggregated."""

import matplotlib.pyplot as plt

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

fig, ax = plt.subplots()
add_title(fig, options["title"])
if lines["value"].isna().all():
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    drawn = lines.groupby("series", observed=True)
    markers = options["markers"] if options["markers"] is not None else len(lines) <= 40 * drawn.ngroups
    styles = series_styles([name for name, _ in drawn], options["color"])
    for name, line in drawn:
        color, label = styles[name]
        above, width = (2, 0.6) if color == MUTED else (3, 1.0)
        style = {"color": color, "zorder": above, "linewidth": width * options["line_width"]}
        ax.plot(line["x"], line["value"], label=label, **style)
        # A value between two gaps has no line; a dot keeps it in sight.
        alone = line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()
        dots = line if markers else line[alone]
        ax.scatter(dots["x"], dots["value"], s=20, color=color, edgecolors=PAPER, linewidths=0.6, zorder=above + 0.1)

    notes = []
    beside = add_legend(ax, options["legend"], group)
    position_axis(ax.xaxis, lines["x"], names, options["date_format"], beside)
    number_axis(ax.yaxis, lines["value"])
    if options["log_x"]:
        notes.append(log_axis(ax.xaxis, lines["x"]))
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, lines["value"]))
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    value = value_label(table, ["series", "x"], how, ys)
    label_axes(ax, options["x_label"] or x, options["y_label"] or value, notes)

fig.savefig(f"plot-{THEME}.png")
