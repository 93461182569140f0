"""Dumbbell chart: two or more values per category as dots, joined by a line."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category and series, in the order asked for.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
wide = aggregate(table, ["x", "series"], how).unstack("series").dropna(how="all")
spans = wide.max(axis=1) - wide.min(axis=1)
if options["sort"] == "difference":
    ranked = spans.sort_values(ascending=False, kind="stable").index
else:
    ranked = sort_values(wide.mean(axis=1), options["sort"]).index
left_out = max(len(wide) - (options["top_n"] or 30), 0)
wide = wide.loc[ranked[: len(wide) - left_out]]

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.empty:
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    labels, places = [str(name) for name in wide.index], np.arange(len(wide))
    size = options["point_size"] or (72 if len(wide) <= 15 else 40)
    ax.hlines(places, wide.min(axis=1), wide.max(axis=1), color=MUTED, alpha=0.5, linewidth=2.5)
    styles = series_styles(list(wide.columns), options["color"])
    for name in wide.columns:
        color, label = styles[name]
        ax.scatter(wide[name], places, s=size, color=color, edgecolors=PAPER, linewidths=0.8, label=label, zorder=3)
    show_values = options["show_values"] if options["show_values"] is not None else len(wide) <= 20
    if show_values:
        gap = size**0.5 / 2 + 3
        ends = {"right": wide.min(axis=1), "left": wide.max(axis=1)}
        texts = value_texts(np.concatenate(list(ends.values())))
        for side, values in ends.items():
            for place, value in enumerate(values):
                text = texts[place + (len(wide) if side == "left" else 0)]
                if side == "left" or spans.loc[wide.index[place]] > 0:
                    shift = (gap if side == "left" else -gap, 0)
                    style = {"ha": side, "va": "center", "size": 8, "color": INK}
                    ax.annotate(text, (value, place), shift, textcoords="offset points", **style)

    ax.margins(x=0.1 if show_values else 0.05)
    notes = [f"Further categories are left out ({count_text(left_out)})."] if left_out else []
    number_axis(ax.xaxis, wide)
    if options["log_y"]:
        notes.append(log_axis(ax.xaxis, wide.stack()))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], lying=True)
    if options["y_range"]:
        set_range(ax.xaxis, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    category_frame(ax, labels, True, options["x_label"] or x, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
