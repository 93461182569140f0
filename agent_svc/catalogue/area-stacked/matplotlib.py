"""Stacked area chart: how a whole is made up of its parts along an ordered axis."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per position and series: records that share both are aggregated, small series become one.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how, percent = options["aggregation"], options["scale"] == "percent"
table = long_table(df, x, ys, group)
table["x"], names = as_positions(table["x"])
sums = sort_values(aggregate(table, "series", "sum"), options["sort"])
table["series"] = merge_tail(table["series"], sums, options["top_n"] or 7)
wide = aggregate(table, ["x", "series"], how).unstack("series")
negative = int((wide < 0).to_numpy().sum())
if percent:
    wide = wide.where(wide > 0)
wide = wide[sorted(sort_values(wide.sum(), options["sort"]).index, key=lambda name: name.startswith("Other ("))]
# A stack needs an amount of every series everywhere: gaps are bridged along numbers and dates, else they are zero.
known = wide.notna()
if not names:
    wide = wide.interpolate("index", limit_area="inside")
bridged, zero = (wide.notna() & ~known).any(axis=None), wide.isna().any(axis=None)
if percent:
    wide = 100 * wide.div(wide.sum(axis=1).replace(0, np.nan), axis=0)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, f"No row has {'an amount above zero' if percent else 'a value'} in both {x} and {' or '.join(ys)}.")
else:
    # Amounts above zero stand on top of each other, those below hang from each other.
    wide = wide.dropna(how="all").fillna(0)
    places = wide.index.to_numpy()
    tops, bottoms = np.zeros(len(wide)), np.zeros(len(wide))
    for name, color in zip(wide.columns, series_colors(options["color"]), strict=False):
        amounts = wide[name].to_numpy()
        above, below = tops + np.clip(amounts, 0, None), bottoms + np.clip(amounts, None, 0)
        for start, end in ((tops, above), (bottoms, below)):
            if (start != end).any() or start is tops:
                label = str(name) if start is tops else None
                ax.fill_between(places, start, end, color=color, alpha=0.9, linewidth=0, label=label)
                ax.plot(places, end, color=PAPER, linewidth=0.8 if len(wide) <= 200 else 0.3)
            if len(wide) == 1:
                ax.vlines(places, start, end, color=color, linewidth=40)
        tops, bottoms = above, below

    ax.axhline(0, color=MUTED, linewidth=0.8)
    number_axis(ax.yaxis, [0.0, 100.0] if percent else np.append(tops, bottoms))
    if percent:
        ax.set_ylim(0, 100)
    elif not negative:
        ax.set_ylim(bottom=0)
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    position_axis(ax.xaxis, wide.index, names, options["date_format"], beside)
    if len(wide) > 1:
        ax.margins(x=0.03 if names else 0)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    notes = []
    if bridged:
        notes.append("Gaps between amounts are interpolated.")
    if zero:
        notes.append(
            "Missing amounts at the ends of a series count as zero." if not names else "Missing amounts are zero."
        )
    if percent and negative:
        notes.append(f"Amounts below zero have no share and are left out ({count_text(negative)}).")
    value = value_label(table, ["x", "series"], how, ys)
    value = options["y_label"] or (f"Share of {value[:1].lower()}{value[1:]} (%)" if percent else value)
    label_axes(ax, options["x_label"] or x, value, notes)

fig.savefig(f"plot-{THEME}.png")
