"""Time series: values over time, as recorded or brought to a regular interval."""

import pandas as pd

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
    chart = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
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

    if interval in steps:
        # Intervals without any record are gaps, not bridges.
        filled = []
        for name, line in drawn:
            every = pd.period_range(line["x"].min(), line["x"].max(), freq=steps[interval]).start_time
            filled.append(line.set_index("x").reindex(every).rename_axis("x").reset_index().assign(series=name))
        lines = pd.concat(filled, ignore_index=True)
    lines["x"] = milliseconds(lines["x"])
    layers, style = [], {"legend": legend, "group": group}
    if options["smooth"]:
        # The moving average in front, what it was made from behind.
        behind = on_log_axis(lines, upward)
        layers += line_layers(behind, styles, across, upward, parts, **style, width=0.8 * POINT, opacity=0.35)
        smooth = lines.groupby("series", observed=True)["value"].rolling(options["smooth"], center=True, min_periods=1)
        lines["value"] = smooth.mean().droplevel(0)
    lines = on_log_axis(lines, upward)
    layers += line_layers(lines, styles, across, upward, parts, **style, width=width * POINT)
    few = lines.groupby("series", observed=True)["x"].transform("size") <= 12
    dots = lines if options["markers"] else pd.concat([lines[few], alone(lines[~few])])
    layers += dot_layer(dots, styles, across, upward, parts)
    chart = lay_out(layers, parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
