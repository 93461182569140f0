"""Bar chart: one bar per category, records of the same category aggregated."""

import plotnine as p9

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
    names, notes = [str(name) for name in bars["x"]], []
    lying = lies_down(options["orientation"], names)
    bars["text"] = value_texts(bars["value"])
    drawn = bars.dropna(subset=["value"])
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    ends = bar_ends(drawn["value"], 0.12 if show_values else 0.05)
    values = number_scale("y", [0.0, *drawn["value"]], options["y_range"], ends)
    if options["log_y"]:
        values, note = log_scale("y", drawn["value"], options["y_range"])
        notes.append(note)
    drawn = on_axis(drawn, options["log_y"])
    value = options["y_label"] or value_label(table, ["x"], how, ys)
    plot = (
        p9.ggplot(drawn, p9.aes("x", "value"))
        + p9.geom_col(width=0.72, fill=series_colors(options["color"])[0])
        + (bar_texts(drawn, lying, options["log_y"], len(bars) > 16, bounds=options["y_range"]) if show_values else [])
        + ([] if options["log_y"] else p9.geom_hline(yintercept=0, color=MUTED, size=0.5))
        + values
        + category_frame(names, lying)
        + labels(options["title"], options["x_label"] or x, value, notes, lying)
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
