"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import numpy as np
import pandas as pd
from bokeh.io import export_png

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

if wide.isna().all(axis=None):
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Only amounts of one sign can stand on top of each other.
    one_sign = (wide.fillna(0) >= 0).all(axis=None)
    stacked = options["stacking"] in ("auto", "stacked") and one_sign and len(wide.columns) > 1
    # A stack needs a value of every series everywhere.
    inner = wide if names else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    filled = inner.fillna(0)
    legend = legend_place(list(wide.columns), options["legend"], group)
    across = position_scale(wide.index, names, options["date_format"], options["x_range"], 1340 - legend["beside"])
    if not names and len(wide) > 1 and not options["x_range"]:
        across["ends"] = wide.index.min(), wide.index.max()
    upward = number_scale(filled.sum(axis=1) if stacked else wide, options["y_range"], zero=True)
    refused = options["stacking"] == "stacked" and not one_sign
    notes = ["Not stacked, because some values are negative."] if refused else []
    if stacked and bridged:
        notes.append("Gaps between values are interpolated.")
    if stacked and extended:
        notes.append("Missing values at the ends of a series count as zero.")
    labels = options["x_label"] or x, options["y_label"] or value_label(table, ["x", "series"], how, ys)
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    plot = new_plot(across, upward, parts)
    colors = series_colors(options["color"])
    bottom = np.zeros(len(wide))
    for place, name in enumerate(wide.columns):
        color, label = colors[place % len(colors)], plain(short_name(name))
        # Between its records an area goes on; only a value that is missing leaves a gap.
        line = filled[name] if stacked else amounts.xs(name, level="series")
        places = pd.Series(line.index)
        places = (milliseconds(places) if across["kind"] == "date" else places).to_numpy(dtype=float)
        base = bottom if stacked else np.zeros(len(line))
        top = base + line.to_numpy(dtype=float)
        opacity = 0.85 if stacked else 0.3 if len(wide.columns) > 1 else 0.4
        # Between two runs of values the area falls to its base; a value between two gaps has a bar of its height.
        known = ~np.isnan(top)
        around = np.r_[False, known, False]
        lone = known & ~around[:-2] & ~around[2:]
        ends = np.flatnonzero(np.diff(np.flatnonzero(known)) > 1)
        across_gaps = np.c_[places[known][ends], places[known][ends + 1]].ravel()
        behind = np.repeat(ends + 1, 2)
        low = np.insert(base[known], behind, 0)
        sides = {"y1": low, "y2": np.insert(top[known], behind, 0), "fill_alpha": opacity}
        plot.varea(x=np.insert(places[known], behind, across_gaps), **sides, fill_color=color, legend_label=label)
        if lone.any():
            bars = places[lone], base[lone], places[lone], top[lone]
            plot.segment(*bars, color=color, width=10, legend_label=label)
        edge = {"color": PAPER, "width": 2} if stacked else {"color": color, "width": 1.8 * POINT}
        plot.line(places, top, **edge)
        bottom = top if stacked else bottom
    add_zero(plot, upward)
    place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
