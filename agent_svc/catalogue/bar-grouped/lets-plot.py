"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import lets_plot as lp
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category and series; what is beyond the limits becomes one category, one series.
x, ys, group = roles["x"], roles.get("y") or [], roles.get("group")
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 40)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
wide = aggregate(table, ["x", "series"], how).unstack("series")

if wide.isna().all(axis=None):
    plot = message(options["title"], no_values(x, ys))
else:
    names = [str(name) for name in wide.index]
    lying, width = lies_down(options["orientation"], names), 0.8 / len(wide.columns)
    bars = wide.stack(future_stack=True).rename("value").reset_index()
    spots = bars["x"].cat.codes + (bars["series"].cat.codes - (len(wide.columns) - 1) / 2) * width
    bars = bars.assign(place=-spots if lying else spots, text=value_texts(bars["value"])).dropna()
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    room = 0.12 if show_values else 0.05
    upward = number_scale(bars["value"], options["y_range"], (room, room), zero=True)
    if options["log_y"]:
        upward = log_scale(bars["value"], options["y_range"], room)
    notes = [upward["note"]]
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    bars = on_axis(bars, upward["kind"] == "log")
    styles = series_styles(list(wide.columns), options["color"])
    legend, beside = color_legend(styles, group, options["legend"], "fill")
    plot = lp.ggplot(bars, lp.aes("place", "value", fill="series")) + LOOK
    plot += standing_bars(bars, upward, 0.92 * width)
    if show_values:
        plot += together(bar_texts(bars, lying, upward, wide.size > 16))
    plot += zero_line(upward)
    plot += together(legend, category_axes(names, upward, lying, beside))
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    plot += labels(options["title"], options["x_label"] or x, value, notes, lying)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
