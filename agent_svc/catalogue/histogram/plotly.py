"""Histogram: how often values fall into bins of equal width."""

import numpy as np
import plotly.graph_objects as go

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per counted value; dates are counted as days.
columns, group = roles["x"], roles.get("group")
dates = df[columns[0]].dtype.kind == "M"
if dates:
    df = df.assign(**{name: as_days(df[name]) for name in columns})
table = long_table(df, None, columns, group)
logarithmic, notes = options["log_x"] and not dates, []
if logarithmic:
    hidden = int((table["value"] <= 0).sum())
    table = table[~(table["value"] <= 0)]
    notes.append(f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else "")
table = table.dropna(subset=["value"])

fig = go.Figure()
if table.empty:
    message = f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}."
    say(fig, options["title"], message)
else:
    values = table["value"].to_numpy()
    edges = bin_edges(values, options["bins"], logarithmic, dates)
    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 5)
    groups = [(str(name), part["value"].to_numpy()) for name, part in table.groupby("series", observed=True)]
    heights = [bin_heights(part, edges, options["scale"]) for _, part in groups]
    upward = number_scale(np.concatenate(heights), options["y_range"], (0, 0.05), zero=True)
    if options["log_y"]:
        # From half a count on, so that a bin with a single value can be seen.
        upward = log_scale(
            np.concatenate([*heights, min(part[part > 0].min() for part in heights) / 2 + np.zeros(1)]),
            options["y_range"],
            0.02,
        )
    floor = upward["ends"][0] if upward["kind"] == "log" else 0
    days = as_dates(edges) if dates else None
    for color, (name, _), height in zip(series_colors(options["color"]), groups, heights, strict=False):
        if len(groups) == 1 and not logarithmic and not dates:
            look = {"color": color, "line": {"color": PAPER, "width": 2}}
            middle, width = (edges[:-1] + edges[1:]) / 2, np.diff(edges)
            fig.add_bar(x=middle, y=height, width=width, marker=look, name=legend_name(name), showlegend=True)
            continue
        # The outline of the bars, from the floor and back to it.
        corners = np.repeat(days if dates else edges, 2)
        outline = np.r_[floor, np.repeat(np.maximum(height, floor), 2), floor]
        opacity = 0.85 if len(groups) == 1 else 0.22 if len(groups) == 2 else 0.08
        line = {"color": color, "width": 1.8 * POINT}
        fig.add_scatter(
            x=corners, y=outline, mode="lines", line=line, fill="toself", name=legend_name(name), showlegend=True
        )
        fig.data[-1].fillcolor = tint(color, opacity)

    if dates:
        across = date_scale(days, options["date_format"], options["x_range"])
    elif logarithmic:
        across = log_scale(edges, options["x_range"], 0.02)
    else:
        ends = (0.02, 0.02) if len(edges) > 2 else (0.6, 0.6)
        across = number_scale(edges, options["x_range"], ends)
    scales = {"count": "Count", "percent": "Share (%)", "density": "Density"}
    legend = legend_place([name for name, _ in groups], options["legend"], group)
    labels = options["x_label"] or shared_name(columns), options["y_label"] or scales[options["scale"]]
    lay_out(fig, across, upward, options["title"], *labels, notes, legend, group)

fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)
