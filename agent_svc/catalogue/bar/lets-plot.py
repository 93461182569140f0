"""Bar chart: one bar per category, records of the same category aggregated."""

import lets_plot as lp
import numpy as np
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category, in the order asked for; categories beyond the limit become one bar.
x, y = roles["x"], roles.get("y")
ys = [y] if y else []
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys)
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 60)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
bars = aggregate(table, "x", how).reset_index()

if bars["value"].isna().all():
    plot = message(options["title"], no_values(x, ys))
else:
    names = [str(name) for name in bars["x"]]
    lying = lies_down(options["orientation"], names)
    bars = bars.assign(place=np.arange(len(bars)) * (-1 if lying else 1), text=value_texts(bars["value"])).dropna()
    show_values = options["show_values"] if options["show_values"] is not None else len(names) <= 12
    room = 0.12 if show_values else 0.05
    upward = number_scale(bars["value"], options["y_range"], (room, room), zero=True)
    if options["log_y"]:
        upward = log_scale(bars["value"], options["y_range"], room)
    notes = [upward["note"]]
    if not options["other"] and len(names) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(names))}).")
    bars = on_axis(bars, upward["kind"] == "log")
    color = series_colors(options["color"])[0]
    plot = lp.ggplot(bars, lp.aes("place", "value")) + LOOK
    plot += standing_bars(bars, upward, 0.72, fill=color)
    if show_values:
        plot += together(bar_texts(bars, lying, upward, len(names) > 16))
    plot += zero_line(upward)
    plot += together(category_axes(names, upward, lying))
    value = options["y_label"] or value_label(table, ["x"], how, ys)
    plot += labels(options["title"], options["x_label"] or x, value, notes, lying)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
