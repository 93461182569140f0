"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

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
    places = {"y": "x", "x": "value"} if lying else {"x": "x", "y": "value"}
    places |= {"hue": "series", "palette": series_colors(options["color"])[: len(series)], "legend": False}
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    style = {"linecolor": INK, "linewidth": 1.2, "saturation": 1, "boxprops": {"alpha": 0.35}, "fliersize": 3}
    sns.boxplot(table, **places, width=0.8, gap=0.3, showfliers=not show_points, **style, ax=ax)
    if show_points:
        # Every value, moved sideways a little so that equal ones can be told apart.
        np.random.seed(7)
        size = dots_size(4 * len(table), 16) ** 0.5
        sns.stripplot(table, **places, dodge=True, jitter=0.2, size=size, alpha=0.75, ax=ax)
    if len(series) > 1:
        for name, color in zip(series, places["palette"], strict=True):
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
