"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import numpy as np
import plotly.graph_objects as go

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

fig = go.Figure()
if wide.isna().all(axis=None):
    say(fig, options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Only amounts of one sign can stand on top of each other.
    one_sign = (wide.fillna(0) >= 0).all(axis=None)
    stacked = options["stacking"] in ("auto", "stacked") and one_sign and len(wide.columns) > 1
    # A stack needs a value of every series everywhere.
    inner = wide if names else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    filled = inner.fillna(0)
    places = [names[place] for place in wide.index] if names else wide.index
    colors = series_colors(options["color"])
    for place, name in enumerate(wide.columns):
        color, label = colors[place % len(colors)], legend_name(name)
        if stacked:
            edge = {"color": PAPER, "width": 2}
            fill = {"stackgroup": "one", "fillcolor": tint(color, 0.85)}
            fig.add_scatter(x=places, y=filled[name], mode="lines", line=edge, name=label, showlegend=False, **fill)
            continue
        # Between its records an area goes on; only a value that is missing leaves a gap. Each run of values has an
        # area of its own; a value between two gaps has none, a dot keeps it in sight.
        line = amounts.xs(name, level="series")
        spots = [names[place] for place in line.index] if names else line.index
        known = line.notna().to_numpy()
        runs = np.split(np.arange(len(line)), np.flatnonzero(np.diff(known)) + 1)
        opacity = 0.3 if len(wide.columns) > 1 else 0.4
        for run in [run for run in runs if known[run[0]]]:
            part = {"x": [spots[place] for place in run], "y": line.iloc[run]}
            look = {"line": {"color": color, "width": 1.8 * POINT}, "marker": {"color": color, "size": 12}}
            mode = "markers" if len(run) == 1 else "lines"
            fig.add_scatter(**part, mode=mode, fill="tozeroy", fillcolor=tint(color, opacity), name=label, **look)
            fig.data[-1].update(legendgroup=label, showlegend=not any(t.name == label for t in fig.data[:-1]))
    if stacked:
        series_keys(fig, wide.columns, colors)

    legend = legend_place(list(wide.columns), options["legend"], group)
    across = position_scale(wide.index, names, options["date_format"], options["x_range"], 1340 - legend["beside"])
    if not names and len(wide) > 1 and not options["x_range"]:
        across["ends"] = wide.index.min(), wide.index.max()
    upward = number_scale(filled.sum(axis=1) if stacked else wide, options["y_range"], zero=True)
    zero = {"x0": 0, "x1": 1, "xref": "paper", "y0": 0, "y1": 0}
    fig.add_shape(type="line", line={"color": MUTED, "width": 2}, **zero)
    refused = options["stacking"] == "stacked" and not one_sign
    notes = ["Not stacked, because some values are negative."] if refused else []
    if stacked and bridged:
        notes.append("Gaps between values are interpolated.")
    if stacked and extended:
        notes.append("Missing values at the ends of a series count as zero.")
    labels = options["x_label"] or x, options["y_label"] or value_label(table, ["x", "series"], how, ys)
    lay_out(fig, across, upward, options["title"], *labels, notes, legend, group)

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
