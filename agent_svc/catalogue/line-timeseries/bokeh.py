"""Time series: values over time, as recorded or brought to a regular interval."""

import pandas as pd
from bokeh.io import export_png

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per moment and series; an interval moves every record to the interval's start first.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how, interval = options["aggregation"], options["interval"]
table = long_table(df, x, ys, group)
steps = {"hour": "h", "day": "D", "week": "W-SUN", "month": "M", "quarter": "Q", "year": "Y"}
if interval in steps:
    table["x"] = table["x"].dt.to_period(steps[interval]).dt.start_time
lines = aggregate(table, ["series", "x"], how).reset_index()

if lines["value"].isna().all():
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    drawn = lines.groupby("series", observed=True)
    styles = series_styles([name for name, _ in drawn], options["color"])
    width = options["line_width"] or (1.8 if len(lines) <= 400 * drawn.ngroups else 1.0)
    across = date_scale(lines["x"], options["date_format"], options["x_range"])
    upward = number_scale(lines["value"], options["y_range"])
    if options["log_y"]:
        upward = log_scale(lines["value"], options["y_range"])
    notes = [upward["note"]]
    if options["smooth"]:
        notes.append(f"Bold: moving average over {options['smooth']} values.")
    legend = legend_place([label for _, label in styles.values() if label != "_nolegend_"], options["legend"], group)
    value = value_label(table, ["series", "x"], how, ys)
    value += f" per {interval}" if interval in steps and value != shared_name(ys) else ""
    labels = options["x_label"] or x, options["y_label"] or value
    parts = place_parts(across, upward, options["title"], *labels, notes, legend["rows"], legend["beside"])

    plot = new_plot(across, upward, parts)
    # Muted lines lie below the others.
    for name, line in sorted(drawn, key=lambda part: styles[part[0]][0] != MUTED):
        color, label = styles[name]
        if interval in steps:
            # Intervals without any record are gaps, not bridges.
            every = pd.period_range(line["x"].min(), line["x"].max(), freq=steps[interval]).start_time
            line = line.set_index("x").reindex(every).rename_axis("x").reset_index()
        line = line.assign(x=milliseconds(line["x"]))
        if options["smooth"]:
            # The moving average in front, what it was made from behind.
            add_line(plot, line, color, 0.8 * POINT, upward, across, alpha=0.35)
            line = line.assign(value=line["value"].rolling(options["smooth"], center=True, min_periods=1).mean())
        weight = (0.6 if color == MUTED else 1.0) * width * POINT
        named = {"legend_label": plain(short_name(label))} if label != "_nolegend_" else {}
        add_line(plot, line, color, weight, upward, across, **named)
        add_dots(plot, line if options["markers"] or len(line) <= 12 else alone(line), color, upward, across)
    place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
