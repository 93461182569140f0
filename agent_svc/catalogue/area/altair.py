"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import altair as alt
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

if wide.isna().all(axis=None):
    chart = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Only amounts of one sign can stand on top of each other.
    one_sign = (wide.fillna(0) >= 0).all(axis=None)
    stacked = options["stacking"] in ("auto", "stacked") and one_sign and len(wide.columns) > 1
    # A stack needs a value of every series everywhere.
    inner = wide if names else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    filled = inner.fillna(0)
    series = [str(name) for name in wide.columns]
    colors = [color for _, color in zip(series, series_colors(options["color"]) * 2, strict=False)]
    legend = legend_place(series, options["legend"], group)
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

    # Each area lies between a low and a high line: those below it, or zero.
    high = filled.cumsum(axis=1) if stacked else wide
    low = high - filled if stacked else high * 0
    places = pd.Series(wide.index)
    places = milliseconds(places) if across["kind"] == "date" else places
    shown = pd.DataFrame({"x": np.tile(places, len(series)), "series": np.repeat(series, len(wide))})
    shown = shown.assign(low=low.to_numpy(dtype=float).T.ravel(), value=high.to_numpy(dtype=float).T.ravel())
    # Between its records an area goes on; only a value that is missing leaves a gap.
    recorded = pd.Series(True, amounts.index).unstack("series", fill_value=False)
    shown = shown[stacked | recorded.to_numpy().T.ravel()]
    opacity = 0.85 if stacked else 0.3 if len(series) > 1 else 0.4
    sides = {"x": alt.X("x", **channel(across, "x", parts["x_label"]))}
    sides |= {"y": alt.Y("value", **channel(upward, "y", parts["y_label"]))}
    colored = color_channel(series, colors, legend, group)
    base = alt.Chart(shown)
    fills = base.mark_area(opacity=opacity, clip=True, invalid=GAPS).encode(**sides, y2="low", color=colored)
    edge = {"strokeWidth": 2 if stacked else 1.8 * POINT, "clip": True, "invalid": GAPS}
    edges = base.mark_line(**edge).encode(**sides, color=alt.value(PAPER) if stacked else colored, detail="series")
    # A value between two gaps has no area; a bar of its height keeps it in sight.
    bars = alt.Chart(alone(shown)).mark_rule(strokeWidth=10, clip=True).encode(**sides, y2="low", color=colored)
    chart = lay_out([fills, edges, bars, *rule_at_zero(upward)], parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
