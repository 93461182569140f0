"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import plotnine as p9

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
    # Each series has its place in each category, also where it has no value.
    bars = wide.stack(future_stack=True).rename("value").reset_index()
    bars["text"] = value_texts(bars["value"])
    names, notes = [str(name) for name in wide.index], []
    lying = lies_down(options["orientation"], names)
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    ends = bar_ends(bars["value"], 0.12 if show_values else 0.05)
    values = number_scale("y", [0.0, *bars["value"]], options["y_range"], ends)
    if options["log_y"]:
        values, note = log_scale("y", bars["value"], options["y_range"])
        notes.append(note)
        bars["value"] = bars["value"].where(on_axis(bars, options["log_y"])["value"].reindex(bars.index).notna())
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    styles = series_styles(list(wide.columns), options["color"])
    legend, beside = color_legend(styles, group, options["legend"], "fill")
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    plot = (
        p9.ggplot(bars, p9.aes("x", "value", fill="series", group="series"))
        + p9.geom_col(width=0.76, position=p9.position_dodge(0.8), na_rm=True)
        + (bar_texts(bars, lying, options["log_y"], wide.size > 16, 0.8, options["y_range"]) if show_values else [])
        + ([] if options["log_y"] else p9.geom_hline(yintercept=0, color=MUTED, size=0.5))
        + values
        + legend
        + category_frame(names, lying, beside)
        + labels(options["title"], options["x_label"] or x, value, notes, lying)
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
