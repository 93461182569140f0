"""Time series: values over time, as recorded or brought to a regular interval."""

import lets_plot as lp
import pandas as pd
from lets_plot import ggsave, ggsize

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
    parts = []
    for name, line in lines.groupby("series", observed=True):
        if interval in steps:
            # Intervals without any record are gaps, not bridges.
            every = pd.period_range(line["x"].min(), line["x"].max(), freq=steps[interval]).start_time
            line = line.set_index("x").reindex(every).rename_axis("x").reset_index().assign(series=name)
        average = line["value"].rolling(options["smooth"] or 1, center=True, min_periods=1).mean()
        line = line.assign(front=average if options["smooth"] else line["value"])
        parts.append(line.assign(dot=bool(options["markers"]) or len(line) <= 12))
    drawn = pd.concat(parts, ignore_index=True)
    styles = series_styles(list(lines["series"].cat.remove_unused_categories().cat.categories), options["color"])
    drawn["series"] = pd.Categorical(drawn["series"], list(styles), ordered=True)
    legend, _ = color_legend(styles, group, options["legend"], size=1.8 * POINT)
    width = options["line_width"] or (1.8 if len(lines) <= 400 * len(styles) else 1.0)
    across = date_scale(lines["x"], options["date_format"], options["x_range"])
    upward = (log_scale if options["log_y"] else number_scale)(lines["value"], options["y_range"])
    notes = [upward["note"]]
    drawn = on_axis(drawn.assign(x=milliseconds(drawn["x"])), upward["kind"] == "log", "front")
    front = in_runs(drawn, "front")
    plot = lp.ggplot(front, lp.aes("x", "front", color="series")) + LOOK
    if options["smooth"]:
        # The moving average in front, what it was made from behind.
        notes.append(f"Bold: moving average over {options['smooth']} values.")
        behind = lp.aes("x", "value", group="run")
        plot += together(joined(in_runs(drawn), behind, size=0.8 * POINT, alpha=0.35))
    plot += together(joined(front, lp.aes(group="run"), size=width * POINT))
    # A value between two gaps has no line; a dot keeps it in sight.
    plot += together(white_rimmed(front[front["dot"] | front["alone"]], styles, 18))
    plot += together(axes(across, upward), legend)
    value = value_label(table, ["series", "x"], how, ys)
    value += f" per {interval}" if interval in steps and value != shared_name(ys) else ""
    plot += labels(options["title"], options["x_label"] or x, options["y_label"] or value, notes)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
