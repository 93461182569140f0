"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# One box per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table = long_table(df, x, ys, group).dropna(subset=["value"])
by_series = x is None
table["x"] = table["series"] if by_series else as_categories(table["x"], options["date_format"])
table["x"] = table["x"].cat.remove_unused_categories()
ranked = sort_values(aggregate(table, "x", "median"), options["sort"])
counts = table["x"].value_counts()
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
table["x"] = merge_tail(table["x"], counts, options["top_n"] or 30)
if not by_series:
    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels = list(table["x"].cat.categories)
    series = [None] if by_series else list(table["series"].cat.remove_unused_categories().cat.categories)
    lying = options["orientation"] == "horizontal" or (options["orientation"] == "auto" and reads_sideways(labels))
    names, values = (ax.yaxis, ax.xaxis) if lying else (ax.xaxis, ax.yaxis)
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    spread = np.random.default_rng(7)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    for place, name in enumerate(series):
        part = table if name is None else table[table["series"] == name]
        boxes = [(spot, part.loc[part["x"] == label, "value"].to_numpy()) for spot, label in enumerate(labels)]
        boxes = [(spot + (place - (len(series) - 1) / 2) * width, box) for spot, box in boxes if len(box)]
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
            size = float(np.clip(2400 / len(table), 5, 16))
            places = (heights, spots) if lying else (spots, heights)
            ax.scatter(*places, s=size, color=color, alpha=0.75, linewidths=0, zorder=3)
        if len(series) > 1:
            ax.plot([], [], "s", color=color, label=str(name))

    ax.grid(False)
    ax.grid(True, axis=values.axis_name)
    ax.set(**{f"{names.axis_name}lim": (-0.6, len(labels) - 0.4)})
    number_axis(values, table["value"])
    notes = [log_axis(values, table["value"])] if options["log_y"] else []
    set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(labels) <= 8 and len(series) == 1:
        sizes = table["x"].value_counts()
        labels = [f"{label} (n\u00a0=\u00a0{sizes[label]:,})" for label in labels]
    category_axis(names, labels, beside)
    if lying:
        ax.invert_yaxis()
    category_label = options["x_label"] or x or group or ""
    value = options["y_label"] or shared_name(ys)
    label_axes(ax, *((value, category_label) if lying else (category_label, value)))
    add_note(fig, notes)

fig.savefig(f"plot-{THEME}.png")
