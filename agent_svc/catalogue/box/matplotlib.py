"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One box per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    spread = np.random.default_rng(7)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    for place, name in enumerate(series):
        part = table[table["series"] == name]
        boxes = [(spot, part.loc[part["x"] == label, "value"].to_numpy()) for spot, label in enumerate(labels)]
        boxes = [(spot + (place - (len(series) - 1) / 2) * width, box) for spot, box in boxes if len(box)]
        if not boxes:
            continue  # none of its values can stand on a logarithmic axis
        color = colors[place % len(colors)]
        ax.boxplot(
            [box for _, box in boxes],
            positions=[spot for spot, _ in boxes],
            widths=0.7 * width,
            orientation="horizontal" if lying else "vertical",
            patch_artist=True,
            showfliers=not show_points,
            manage_ticks=False,
            boxprops={"facecolor": mpl.colors.to_rgba(color, 0.3), "edgecolor": color, "linewidth": 1.2},
            medianprops={"color": INK, "linewidth": 1.8, "solid_capstyle": "butt"},
            whiskerprops={"color": color, "linewidth": 1.2},
            capprops={"color": color, "linewidth": 1.2},
            flierprops={"marker": "o", "markersize": 3, "markerfacecolor": color, "markeredgewidth": 0},
        )
        if show_points:
            # Every value, moved sideways a little so that equal ones can be told apart.
            spots = np.concatenate([spot + spread.uniform(-0.22, 0.22, len(box)) * width for spot, box in boxes])
            heights = np.concatenate([box for _, box in boxes])
            places = (heights, spots) if lying else (spots, heights)
            ax.scatter(*places, s=dots_size(4 * len(table), 16), color=color, alpha=0.75, linewidths=0, zorder=3)
        if len(series) > 1:
            ax.plot([], [], "s", color=color, label=str(name))

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
