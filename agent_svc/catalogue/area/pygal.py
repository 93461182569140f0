"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import cairosvg
import numpy as np

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
    palette = series_colors(options["color"])
    styles = {name: (palette[place % len(palette)], str(name)) for place, name in enumerate(wide.columns)}
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

    # pygal fills down to zero: the sums of a stack are drawn from the highest to the lowest, each over those above it.
    high = filled.cumsum(axis=1) if stacked else wide
    # Between its records an area goes on; only a value that is missing leaves a gap. Each run of values has an
    # area of its own; a value between two gaps has a line of its height.
    areas = []
    for name in wide.columns[::-1] if stacked else wide.columns:
        line = high[name] if stacked else amounts.xs(name, level="series")
        line = line.rename_axis("x").rename("value").reset_index()
        known = line["value"].notna().to_numpy()
        runs = np.split(np.arange(len(line)), np.flatnonzero(np.diff(known)) + 1)
        areas += [(name, line.iloc[run]) for run in runs if known[run[0]]]
    opacity = 1.0 if stacked else 0.3 if len(wide.columns) > 1 else 0.4
    colors = [color_at([PAPER, styles[name][0]], 0.85) if stacked else styles[name][0] for name, _ in areas]
    chart = new_plot((across, upward), parts, colors, opacity)
    strokes = []
    for (name, area), color in zip(areas, colors, strict=True):
        chart.add(str(name), pairs(area, across, upward), **FILLED)
        width = 2 if stacked else 1.8 * POINT if len(area) > 1 else 10
        strokes.append(f"stroke: {PAPER if stacked else color}; stroke-width: {width:.2f}")

    def finish(root, _, height, box):
        set_strokes(root, strokes)
        rule_at_zero(root, upward, height, box)

    keys = {"legend": legend, "styles": styles, "title": group, "key": "square"}
    lay_out(chart, (across, upward), parts, "y", keys, finish=finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
