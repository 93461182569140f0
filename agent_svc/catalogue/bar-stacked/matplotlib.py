"""Stacked bar chart: one bar per category, made up of its parts."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per category and series; what is beyond the limits becomes one category, one series.
x, ys, group = roles["x"], roles.get("y") or [], roles.get("group")
how, percent = options["aggregation"] if ys else "count", options["scale"] == "percent"
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], aggregate(table, "series", "sum"), 7)
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (25 if options["orientation"] == "horizontal" else 40)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
wide = aggregate(table, ["x", "series"], how).unstack("series")
negative = int((wide < 0).to_numpy().sum())
if percent:
    wide = wide.where(wide > 0)
    wide = 100 * wide.div(wide.sum(axis=1).replace(0, np.nan), axis=0)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, no_values(x, ys, "an amount above zero" if percent else "a value"))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    draw = ax.barh if lying else ax.bar
    # Amounts above zero stand on top of each other, those below hang from each other.
    filled = wide.fillna(0)
    tops, bottoms = np.zeros(len(wide)), np.zeros(len(wide))
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 40
    texts = np.reshape(value_texts(wide.to_numpy().ravel()), wide.shape)
    reach = filled.clip(lower=0).sum(axis=1).max() - filled.clip(upper=0).sum(axis=1).min()
    for place, (name, color) in enumerate(zip(wide.columns, series_colors(options["color"]), strict=False)):
        amounts = filled[name].to_numpy()
        start = np.where(amounts < 0, bottoms, tops)
        here = np.flatnonzero(wide[name].notna())
        parts = draw(
            here, amounts[here], 0.74, start[here], color=color, edgecolor=PAPER, linewidth=0.6, label=str(name)
        )
        if show_values:
            # A number only where its part has room for it.
            shown = [
                t if abs(a) > 0.055 * reach else "" for t, a in zip(texts[here, place], amounts[here], strict=True)
            ]
            ax.bar_label(parts, shown, label_type="center", size=7.5, color=text_on(color))
        tops += np.clip(amounts, 0, None)
        bottoms += np.clip(amounts, None, 0)

    (ax.axvline if lying else ax.axhline)(0, color=MUTED, linewidth=0.8)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values, notes = ax.xaxis if lying else ax.yaxis, []
    if not bottoms.any():
        # A small first part must not become the foot of the axis.
        ax.set(**{f"{values.axis_name}lim": (0, None)})
    number_axis(values, [0.0, 100.0] if percent else np.append(filled, [tops, bottoms]))
    if percent:
        ax.set(**{f"{values.axis_name}lim": (0, 100)})
    if options["y_range"]:
        set_range(values, options["y_range"])
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    if percent and negative:
        notes.append(f"Amounts below zero have no share and are left out ({count_text(negative)}).")
    beside = add_legend(ax, options["legend"], group)
    value = value_label(table, ["x", "series"], how, ys)
    share = f"Share of {value[:1].lower()}{value[1:]} (%)" if ys else "Share of rows (%)"
    value = options["y_label"] or (share if percent else value)
    category_frame(ax, labels, lying, options["x_label"] or x, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
