"""Time series: values over time, as recorded or brought to a regular interval."""

import matplotlib.pyplot as plt
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

fig, ax = plt.subplots()
add_title(fig, options["title"])
if lines["value"].isna().all():
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    drawn = lines.groupby("series", observed=True)
    styles = series_styles([name for name, _ in drawn], options["color"])
    width = options["line_width"] or (1.8 if len(lines) <= 400 * drawn.ngroups else 1.0)
    for name, line in drawn:
        color, label = styles[name]
        above, weight = (2, 0.6 * width) if color == MUTED else (3, width)
        if interval in steps:
            # Intervals without any record are gaps, not bridges.
            every = pd.period_range(line["x"].min(), line["x"].max(), freq=steps[interval]).start_time
            line = line.set_index("x").reindex(every).rename_axis("x").reset_index()
        if options["smooth"]:
            # The moving average in front, what it was made from behind.
            ax.plot(line["x"], line["value"], color=color, alpha=0.35, linewidth=0.8, zorder=above - 0.5)
            line = line.assign(value=line["value"].rolling(options["smooth"], center=True, min_periods=1).mean())
        ax.plot(line["x"], line["value"], color=color, label=label, linewidth=weight, zorder=above)
        alone = line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()
        dots = line if options["markers"] or len(line) <= 12 else line[alone]
        ax.scatter(dots["x"], dots["value"], s=18, color=color, edgecolors=PAPER, linewidths=0.6, zorder=above + 0.1)

    notes = []
    ax.margins(x=0.02)
    date_axis(ax.xaxis, options["date_format"])
    number_axis(ax.yaxis, lines["value"])
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, lines["value"]))
    if options["smooth"]:
        notes.append(f"Bold: moving average over {options['smooth']} values.")
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    value = value_label(table, ["series", "x"], how, ys)
    value += f" per {interval}" if interval in steps and value != shared_name(ys) else ""
    add_legend(ax, options["legend"], group)
    label_axes(ax, options["x_label"] or x, options["y_label"] or value, notes)

fig.savefig(f"plot-{THEME}.png")
