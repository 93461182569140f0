"""Stem plot: a dot for every record with a line to zero."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One stem per value.
x, ys, group = roles["x"], roles["y"], roles.get("group")
table = long_table(df, x, ys, group).dropna(subset=["x", "value"])
table["x"], names = as_positions(table["x"])

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    drawn = table.groupby("series", observed=True)
    styles = series_styles([name for name, _ in drawn], options["color"])
    size = options["point_size"] or dots_size(6 * len(table), 34)
    thin = options["line_width"] * float(np.clip(8 / np.sqrt(len(table)), 0.15, 0.8))
    for name, part in drawn:
        color, label = styles[name]
        ax.vlines(part["x"], 0, part["value"], color=color, linewidth=thin, alpha=0.8)
        ax.scatter(part["x"], part["value"], s=size, color=color, linewidths=0, label=label, zorder=3)
    ax.axhline(0, color=MUTED, linewidth=0.9, zorder=2)

    notes = []
    ax.spines["bottom"].set_visible(False)
    beside = add_legend(ax, options["legend"], group, scale=max(np.sqrt(30 / size), 1.0))
    position_axis(ax.xaxis, table["x"], names, options["date_format"], beside)
    ax.margins(x=0.04, y=0.1)
    number_axis(ax.yaxis, table["value"])
    if options["log_x"]:
        notes.append(log_axis(ax.xaxis, table["x"]))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], inside=True)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    show_values = options["show_values"]
    if show_values is None:
        show_values = len(table) <= 15 and drawn.ngroups == 1 and not table["x"].duplicated().any()
    if show_values and len(table) <= 60:
        for place, height, text in zip(table["x"], table["value"], value_texts(table["value"]), strict=True):
            side = {"xytext": (0, 5 if height >= 0 else -5), "va": "bottom" if height >= 0 else "top"}
            ax.annotate(text, (place, height), textcoords="offset points", ha="center", size=8, **side)
    label_axes(ax, options["x_label"] or x, options["y_label"] or shared_name(ys), notes)

fig.savefig(f"plot-{THEME}.png")
