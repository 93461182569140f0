"""Small multiples: the same small plot for every category, side by side on equal axes."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One panel per category; in a panel of a line, records that share a position are aggregated.
x, y, group = roles["x"], roles["y"], roles["group"]
how, notes = options["aggregation"], []
table = long_table(df, x, [y], None).assign(series=as_categories(df[group], options["date_format"]))
table = table.dropna(subset=["x", "value", "series"])
weights = table["series"].value_counts(sort=False)
table["series"] = merge_tail(table["series"], weights, options["top_n"] or 16, other=False)
left_out = int((weights > 0).sum()) - table["series"].nunique()
table = table.dropna(subset=["series"])
table["series"] = table["series"].cat.remove_unused_categories()
table["x"], names = as_positions(table["x"])
if options["marks"] == "line":
    shown = aggregate(table, ["series", "x"], how).reset_index().dropna(subset=["value"])
else:
    shown = table
order = list(sort_values(shown.groupby("series", observed=True)["value"].mean(), options["sort"]).index)


def few_ticks(axis, most):
    """At most so many ticks: panels are small."""
    if names:
        every = int(np.ceil(len(names) / most))
        room = 72 * 7 / columns / min(len(names), most)
        axis.set_ticks(range(0, len(names), every), [wrapped(name, room, 8, lines=2) for name in names[::every]])
    elif shown["x"].dtype.kind == "M":
        date_axis(axis, options["date_format"])
        low, high = axis.get_view_interval()
        days = [place for place in axis.get_majorticklocs() if low <= place <= high]
        pattern = date_pattern(pd.Series(mpl.dates.num2date(days)).dt.tz_localize(None), options["date_format"])
        texts = [day.strftime(pattern) for day in mpl.dates.num2date(days)]
        wide = max(text_width(text, 8) for text in texts) + 14
        every = int(np.ceil(len(days) * wide / (72 * 6.9 / columns)))
        axis.set_ticks(days[::every], texts[::every])
    else:
        number_axis(axis, shown["x"])
        axis.set_major_locator(mpl.ticker.MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))


# As many columns as leave the fewest gaps, about one and a half times as many as rows.
middle = int(np.ceil(np.sqrt(1.5 * max(len(order), 1))))
columns = min((middle, middle - 1, middle + 1), key=lambda count: -len(order) % max(count, 1)) or 1
columns = min(columns, max(len(order), 1))
lines = int(np.ceil(len(order) / columns)) or 1
fig, axes = plt.subplots(lines, columns, squeeze=False, sharex=True, sharey=not options["free_y"])
add_title(fig, options["title"])
if shown.empty:
    say(axes[0, 0], f"No row has a value in {x}, {y} and {group}.")
else:
    color = series_colors(options["color"])[0]
    size = options["point_size"] or dots_size(3 * len(table) / len(order), 18)
    width = options["line_width"] * (1 if len(shown) <= 400 * len(order) else 0.4)
    for place, name in enumerate(order):
        ax, part = axes.flat[place], shown[shown["series"] == name]
        if options["background"] and options["marks"] == "line" and len(shown) <= 8000:
            for _, other in shown[shown["series"] != name].groupby("series", observed=True):
                places = mpl.dates.date2num(other["x"]) if other["x"].dtype.kind == "M" else other["x"]
                path = np.column_stack([places, other["value"]])
                ghost = {"closed": False, "fill": False, "edgecolor": MUTED, "linewidth": 0.6, "alpha": 0.35}
                ax.add_patch(mpl.patches.Polygon(path, **ghost))
        if options["marks"] == "line":
            ax.plot(part["x"], part["value"], color=color, linewidth=width, zorder=3)
            if len(part) == 1:
                ax.scatter(part["x"], part["value"], s=18, color=color, zorder=3)
        else:
            ax.scatter(part["x"], part["value"], s=size, color=color, alpha=0.8, linewidths=0, zorder=3)
        ax.set_title(wrapped(str(name), 72 * 7.2 / columns - 8, 9, lines=1), loc="left", size=9, pad=4)
    for place, ax in enumerate(axes.flat):
        if place >= len(order):
            ax.set_axis_off()
            continue
        ax.margins(x=0.04, y=0.08)
        ax.tick_params(labelsize=8)
        number_axis(ax.yaxis, shown["value"])
        ax.yaxis.set_major_locator(mpl.ticker.MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
        few_ticks(ax.xaxis, max(6 - columns, 2))
        if options["log_y"]:
            notes = [log_axis(ax.yaxis, shown["value"])]
        if options["y_range"]:
            set_range(ax.yaxis, options["y_range"])
        lowest = place + columns >= len(order)
        ax.tick_params(axis="x", labelbottom=lowest, length=3 if lowest else 0)
        if place >= columns * (lines - 1):
            ax.set_xlabel(wrapped(options["x_label"] or x, 72 * 7 / columns, 9, lines=1), size=9)
    value = value_label(table, ["series", "x"], how, [y]) if options["marks"] == "line" else y
    fig.supylabel(wrapped(options["y_label"] or value, 72 * 3.2, 10), size=10, color=MUTED)
    if left_out > 0:
        notes.append(f"Smaller categories of {group} are left out ({count_text(left_out)}).")
    label_axes(axes.flat[-1], axes.flat[-1].get_xlabel(), "", notes)

fig.savefig(f"plot-{THEME}.png")
