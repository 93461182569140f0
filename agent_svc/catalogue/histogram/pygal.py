"""Histogram: how often values fall into bins of equal width."""

import cairosvg
import numpy as np

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
    colors = series_colors(options["color"])[: len(groups)]
    styles = {name: (color, name) for (name, _), color in zip(groups, colors, strict=True)}
    legend = legend_place(list(styles), options["legend"], group)
    labels = options["x_label"] or shared_name(columns), options["y_label"] or scales[options["scale"]]
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    # pygal's own histogram always shows all of its bins.
    binned = len(groups) == 1 and not options["x_range"]
    opacity = 1.0 if len(groups) == 1 else 0.22 if len(groups) == 2 else 0.08
    chart = new_plot((across, upward), parts, colors, opacity, binned)
    places = on_scale(as_dates(edges) if dates else edges, across)
    floor = drawn_scale(upward)["ends"][0] if upward["kind"] == "log" else 0.0
    for name, height in zip(styles, heights, strict=True):
        tops = [floor if value is None else value for value in on_scale(height, upward)]
        if binned:
            rim = {"style": f"stroke: {PAPER}; stroke-width: 2"}
            bins = [value for value in zip(tops, places[:-1], places[1:], strict=True) if value[0] > floor]
            chart.add(name, [{"value": value, "node": rim} for value in bins])
        else:
            # The outline of each series' bars, filled down to the axis.
            steps = zip(np.repeat(places, 2)[1:-1], np.repeat(tops, 2), strict=True)
            chart.add(name, [(float(place), float(top)) for place, top in steps], **FILLED)

    def finish(root, *_):
        set_strokes(root, [f"stroke-width: {1.8 * POINT:.2f}; stroke-linejoin: miter"] * len(groups))

    keys = {"legend": legend, "styles": styles, "title": group, "key": "square"}
    lay_out(chart, (across, upward), parts, "y", keys, finish=finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
