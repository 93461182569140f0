"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per position and series: records that share both are aggregated, small series become one.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
table["x"], names = as_positions(table["x"])
table["series"] = merge_tail(table["series"], aggregate(table, "series", "sum"), options["top_n"] or 7)
amounts = aggregate(table, ["x", "series"], how)
wide = amounts.unstack("series")

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Only amounts of one sign can stand on top of each other.
    one_sign = (wide.fillna(0) >= 0).all(axis=None)
    stacked = options["stacking"] in ("auto", "stacked") and one_sign and len(wide.columns) > 1
    # A stack needs a value of every series everywhere.
    inner = wide if names else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    filled = inner.fillna(0)
    colors = series_colors(options["color"])
    bottom = np.zeros(len(wide))
    for place, name in enumerate(wide.columns):
        color = colors[place % len(colors)]
        # Between its records an area goes on; only a value that is missing leaves a gap.
        line = filled[name] if stacked else amounts.xs(name, level="series")
        places, values = line.index.to_numpy(), line.to_numpy(dtype=float)
        low = bottom if stacked else np.zeros(len(line))
        top = low + values
        opacity = 0.85 if stacked else 0.3 if len(wide.columns) > 1 else 0.4
        ax.fill_between(places, low, top, color=color, alpha=opacity, linewidth=0, label=str(name) if stacked else None)
        edge = {"color": PAPER, "linewidth": 0.8} if stacked else {"color": color, "label": str(name)}
        line_with_gaps(ax, pd.DataFrame({"x": places, "value": top}), **edge)
        # A value between two gaps has no area; a line keeps it in sight.
        gap = np.isnan(np.r_[np.nan, values, np.nan])
        alone = gap[:-2] & gap[2:] & ~gap[1:-1]
        ax.vlines(places[alone], low[alone], top[alone], color=color, linewidth=4)
        bottom = top if stacked else bottom

    ax.axhline(0, color=MUTED, linewidth=0.8)
    if (wide.fillna(0) >= 0).all(axis=None):
        ax.set_ylim(bottom=0)
    number_axis(ax.yaxis, wide)
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    value = value_label(table, ["x", "series"], how, ys)
    beside = add_legend(ax, options["legend"], group)
    position_axis(ax.xaxis, wide.index, names, options["date_format"], beside)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if len(wide) > 1:
        ax.margins(x=0.03 if names else 0)
    refused = options["stacking"] == "stacked" and not one_sign
    notes = ["Not stacked, because some values are negative."] if refused else []
    if stacked and bridged:
        notes.append("Gaps between values are interpolated.")
    if stacked and extended:
        notes.append("Missing values at the ends of a series count as zero.")
    label_axes(ax, options["x_label"] or x, options["y_label"] or value, notes)

fig.savefig(f"plot-{THEME}.png")
