"""Strip plot: every value as a dot, spread a little beside its category."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per dot; without categories, one strip per series.
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
    busiest = table.groupby(["x", "series"], observed=True).size().max()
    size = options["point_size"] or dots_size(8 * busiest, 30)
    opacity = options["opacity"] or float(np.clip(18 / np.sqrt(busiest), 0.25, 0.85))
    spread = np.random.default_rng(7)
    for place, name in enumerate(series):
        part = table[table["series"] == name]
        color, offset = colors[place % len(colors)], (place - (len(series) - 1) / 2) * width
        spots = part["x"].cat.codes + offset + spread.uniform(-1, 1, len(part)) * options["jitter"] * width
        places = (part["value"], spots) if lying else (spots, part["value"])
        ax.scatter(*places, s=size, color=color, alpha=opacity, linewidths=0, label=str(name) or None)
        if options["center"] != "none":
            middles = part.groupby("x", observed=True)["value"].agg(options["center"])
            around = [labels.index(label) + offset for label in middles.index]
            ends = (np.subtract(around, 0.42 * width), np.add(around, 0.42 * width))
            (ax.vlines if lying else ax.hlines)(middles, *ends, color=INK, linewidth=1.8, zorder=3)

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group, scale=max(np.sqrt(30 / size), 1.0)) if len(series) > 1 else 0.0
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    if options["center"] != "none":
        notes.append(f"Line: {options['center']}.")
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
