"""Histogram: how often values fall into bins of equal width."""

import numpy as np
from bokeh.io import export_png

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
    plot = message(
        options["title"], f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}."
    )
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
    legend = legend_place([name for name, _ in groups], options["legend"], group)
    labels = options["x_label"] or shared_name(columns), options["y_label"] or scales[options["scale"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    plot = new_plot(across, upward, parts)
    floor = upward["ends"][0] if upward["kind"] == "log" else 0.0
    places = edges * 86400e3 if dates else edges
    for color, (name, _), height in zip(series_colors(options["color"]), groups, heights, strict=False):
        seen = height > floor
        sides = {"left": places[:-1][seen], "right": places[1:][seen], "top": height[seen], "bottom": floor}
        if len(groups) == 1:
            look = {"fill_color": color, "line_color": PAPER, "line_width": 2}
            plot.quad(**sides, **look, legend_label=plain(short_name(name)))
            continue
        opacity = 0.22 if len(groups) == 2 else 0.08
        plot.quad(**sides, fill_color=color, fill_alpha=opacity, line_color=None)
        # The outline of each series' bars, from the floor and back to it.
        tops = np.r_[floor, np.repeat(np.maximum(height, floor), 2), floor]
        style = {"color": color, "width": 1.8 * POINT, "legend_label": plain(short_name(name))}
        plot.line(np.repeat(places, 2), tops, **style)
    place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
