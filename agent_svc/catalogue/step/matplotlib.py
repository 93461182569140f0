"""Step chart: values that hold until the next one, records that share a position aggregated."""

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
    styles = series_styles([name for name, _ in drawn], options["color"])
    where = {"after": "post", "before": "pre", "middle": "mid"}[options["where"]]
    for name, line in drawn:
        color, label = styles[name]
        above, weight = (2, 0.6) if color == MUTED else (3, 1.0)
        style = {"color": color, "zorder": above, "linewidth": weight * options["line_width"]}
        ax.step(line["x"], line["value"], where=where, label=label, solid_joinstyle="miter", **style)
        # A value between two gaps has no step; a dot keeps it in sight, and so do few values.
        alone = line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()
        dots = line if len(lines) <= 30 * drawn.ngroups else line[alone]
        ax.scatter(dots["x"], dots["value"], s=16, color=color, edgecolors=PAPER, linewidths=0.5, zorder=above + 0.1)
        if options["fill"] and drawn.ngroups == 1:
            ax.fill_between(line["x"], line["value"], step=where, color=color, alpha=0.25, linewidth=0)

    notes = []
    beside = add_legend(ax, options["legend"], group)
    position_axis(ax.xaxis, lines["x"], names, options["date_format"], beside)
    number_axis(ax.yaxis, lines["value"])
    if options["log_x"]:
        notes.append(log_axis(ax.xaxis, lines["x"]))
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, lines["value"]))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"])
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    value = value_label(table, ["series", "x"], how, ys)
    label_axes(ax, options["x_label"] or x, options["y_label"] or value, notes)

fig.savefig(f"plot-{THEME}.png")
