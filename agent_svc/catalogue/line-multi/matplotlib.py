"""Line chart with direct labels: many series as lines, each named where it ends."""

import matplotlib.pyplot as plt
import numpy as np

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
value = value_label(table, ["series", "x"], how, ys)
if options["indexed"]:
    first = lines.groupby("series", observed=True)["value"].transform("first")
    lines["value"] = 100 * lines["value"] / first.where(first != 0)
    value = "Values (first = 100)" if len(ys) > 1 else f"{value}, first = 100"

fig, ax = plt.subplots()
add_title(fig, options["title"])
if lines["value"].isna().all():
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    drawn = lines.groupby("series", observed=True)
    series, lit = [name for name, _ in drawn], options["highlight"]
    styles = series_styles(series, options["color"])
    if lit in series:
        styles = dict.fromkeys(series, (MUTED, "_nolegend_")) | {lit: (series_colors(options["color"])[0], lit)}
    ends = []
    for name, line in drawn:
        color, label = styles[name]
        above, weight = (2, 0.5) if color == MUTED else (3, 1.0)
        style = {"color": color, "alpha": 0.6 if color == MUTED else 1, "linewidth": weight * options["line_width"]}
        ax.plot(line["x"], line["value"], label=label, zorder=above, **style)
        # A value between two gaps has no line; a dot keeps it in sight.
        alone = line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()
        ax.scatter(line["x"][alone], line["value"][alone], s=18, color=color, zorder=above)
        last = line["value"].last_valid_index()
        if last is not None and label != "_nolegend_":
            named = label if color != MUTED else str(name)
            ends.append((line["value"][last], named if len(series) <= len(PALETTE) or color != MUTED else label, color))

    notes = []
    at_ends = options["legend"] == "auto" and len(series) > 1
    beside = add_legend(ax, "none" if at_ends else options["legend"], group)
    position_axis(ax.xaxis, lines["x"], names, options["date_format"], beside + 1.6 * at_ends)
    number_axis(ax.yaxis, lines["value"])
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, lines["value"]))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], inside=True)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if at_ends:
        shown = [end for end in ends if ax.get_ylim()[0] <= end[0] <= ax.get_ylim()[1] and np.isfinite(end[0])]
        name_ends(ax, shown)
    if lit and lit not in series:
        notes.append(f"There is no line called {lit}.")
    if options["indexed"]:
        notes.append("Each series in percent of its first value; series that begin at zero have none.")
    label_axes(ax, options["x_label"] or x, options["y_label"] or value, notes)

fig.savefig(f"plot-{THEME}.png")
