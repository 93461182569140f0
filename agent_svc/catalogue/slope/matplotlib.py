"""Slope chart: how values change between two or a few places, each line named at both ends."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per place and series; of many places the first and the last are compared.
x, y, group = roles["x"], roles["y"], roles["group"]
how = options["aggregation"]
table = long_table(df, x, [y], group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], aggregate(table, "series", how), options["top_n"] or 20, other=False)
wide = aggregate(table.dropna(subset=["series"]), ["series", "x"], how).unstack("x").dropna(axis=1, how="all")
left_out, skipped = df[group].nunique() - len(wide), max(len(wide.columns) - 2, 0)
if len(wide.columns) > 8:
    wide = wide.iloc[:, [0, -1]]
else:
    skipped = 0

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, f"No row has a value in {x}, {y} and {group}.")
else:
    places, labels = np.arange(len(wide.columns)), [str(name) for name in wide.columns]
    colors, lit = series_colors(options["color"]), options["highlight"]
    styles = series_styles(list(wide.index), options["color"])
    texts = np.reshape(value_texts(wide.to_numpy().ravel()), wide.shape)
    show_values = options["show_values"] if options["show_values"] is not None else len(wide) <= 20
    value, left, right = value_label(table, ["series", "x"], how, [y]), [], []
    for row, (name, line) in enumerate(wide.iterrows()):
        known = np.flatnonzero(line.notna())
        if not len(known):
            continue
        change = line.iloc[known[-1]] - line.iloc[known[0]]
        color = styles[name][0] if options["color_by"] == "series" else colors[0] if change > 0 else colors[1]
        color = MUTED if (lit in wide.index and name != lit) or change == 0 else color
        ax.plot(places, line, color=color, alpha=0.6 if color == MUTED else 1, marker="o", markersize=4.5)
        if known[0] == 0:
            amount = f"  {texts[row, 0]}" if show_values else ""
            left.append((line.iloc[0], f"{name}{amount}", color))
        if known[-1] == places[-1] and known[-1] > 0:
            amount = f"{texts[row, -1]}  " if show_values else ""
            right.append((line.iloc[-1], f"{amount}{name}", color))

    ax.grid(False)
    ax.set_xlim(-0.02, max(places[-1], 0.5) + 0.02)
    ax.margins(y=0.06)
    ax.vlines(places, 0, 1, color=GRID, linewidth=1, zorder=1, transform=ax.get_xaxis_transform())
    notes = []
    number_axis(ax.yaxis, wide)
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, wide.stack()))
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    ax.set_yticks([], minor=True)
    ax.set_yticks([])
    ax.spines[:].set_visible(False)
    low, high = ax.get_ylim()
    name_ends(ax, [end for end in left if low <= end[0] <= high], "left")
    name_ends(ax, [end for end in right if low <= end[0] <= high])
    category_axis(ax.xaxis, labels, beside=2.4)
    if options["color_by"] == "change":
        for label, color in (("rising", colors[0]), ("falling", colors[1])):
            ax.plot([], [], color=color, label=label)
        add_legend(ax, "above", options["y_label"] or value)
    else:
        add_heading(ax, options["y_label"] or value)
    if left_out > 0:
        notes.append(f"Smaller or empty series are left out ({count_text(left_out)}).")
    if skipped:
        notes.append(f"Places between the first and the last are left out ({count_text(skipped)}).")
    if lit and lit not in wide.index:
        notes.append(f"There is no line called {lit}.")
    label_axes(ax, options["x_label"] or x, "", notes)

fig.savefig(f"plot-{THEME}.png")
