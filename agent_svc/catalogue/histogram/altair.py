"""Histogram: how often values fall into bins of equal width."""

import altair as alt
import numpy as np
import pandas as pd

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

if table.empty:
    message_ = f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}."
    chart = message(options["title"], message_)
else:
    values = table["value"].to_numpy()
    edges = bin_edges(values, options["bins"], logarithmic, dates)
    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 5)
    groups = [(str(name), part["value"].to_numpy()) for name, part in table.groupby("series", observed=True)]
    heights = [bin_heights(part, edges, options["scale"]) for _, part in groups]
    upward = number_scale(np.concatenate(heights), options["y_range"], (0, 0.05), zero=True)
    if options["log_y"]:
        # From half a count on, so that a bin with a single value can be seen.
        least = min(part[part > 0].min() for part in heights) / 2
        upward = log_scale([least, *np.concatenate(heights)], options["y_range"], 0.02) | {"note": ""}
    if dates:
        across = date_scale(as_dates(edges), options["date_format"], options["x_range"])
    elif logarithmic:
        across = log_scale(edges, options["x_range"], 0.02)
    else:
        across = number_scale(edges, options["x_range"], (0.02, 0.02) if len(edges) > 2 else (0.6, 0.6))
    scales = {"count": "Count", "percent": "Share (%)", "density": "Density"}
    names = [name for name, _ in groups]
    legend = legend_place(names, options["legend"], group)
    labels = options["x_label"] or shared_name(columns), options["y_label"] or scales[options["scale"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    floor = upward["ends"][0] if upward["kind"] == "log" else 0.0
    places = edges * 86400e3 if dates else edges
    sides = {"x": alt.X("start", **channel(across, "x", parts["x_label"])), "x2": "end", "y2": "low"}
    sides |= {"y": alt.Y("value", **channel(upward, "y", parts["y_label"]))}
    colors = color_channel(names, series_colors(options["color"])[: len(names)], legend, group)
    bins = pd.DataFrame({"series": np.repeat(names, len(edges) - 1), "value": np.concatenate(heights)})
    bins = bins.assign(start=np.tile(places[:-1], len(names)), end=np.tile(places[1:], len(names)), low=floor)
    bins = bins[bins["value"] > floor]
    if len(names) == 1:
        rim = {"stroke": PAPER, "strokeWidth": 2}
        layers = [alt.Chart(bins).mark_bar(clip=True, **rim).encode(**sides, color=colors)]
    else:
        opacity = 0.22 if len(names) == 2 else 0.08
        layers = [alt.Chart(bins).mark_bar(clip=True, opacity=opacity).encode(**sides, color=colors)]
        # The outline of each series' bars, from the floor and back to it.
        for name, height in zip(names, heights, strict=True):
            tops = np.r_[floor, np.repeat(np.maximum(height, floor), 2), floor]
            corners = pd.DataFrame({"start": np.repeat(places, 2), "value": tops, "series": name}).reset_index()
            step = alt.Chart(corners).mark_line(strokeWidth=1.8 * POINT, clip=True, strokeJoin="miter")
            layers.append(step.encode(x=sides["x"], y=sides["y"], color=colors, order="index:Q"))
    chart = lay_out(layers, parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
