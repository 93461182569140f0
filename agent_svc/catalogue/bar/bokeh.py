"""Bar chart: one bar per category, records of the same category aggregated."""

from bokeh.io import export_png

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
bars = aggregate(table, "x", how)

if bars.isna().all():
    plot = message(options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in bars.index]
    lying = lies_down(options["orientation"], labels)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    scale = number_scale(bars, options["y_range"], (0.12, 0.12) if show_values else (0.05, 0.05), zero=True)
    if options["log_y"]:
        scale = log_scale(bars, options["y_range"], 0.12 if show_values else 0.05)
    notes = [scale["note"]]
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    names = options["x_label"] or x, options["y_label"] or value_label(table, ["x"], how, ys)
    frame = bar_frame(scale, labels, lying)
    parts = place_parts(*frame, options["title"], *(names[::-1] if lying else names), notes)

    plot = new_plot(*frame, parts, "x" if lying else "y")
    color = series_colors(options["color"])[0]
    add_bars(plot, range(len(bars)), bars, 0.72, scale, lying, fill_color=color)
    if show_values:
        add_values(plot, range(len(bars)), bars, value_texts(bars), scale, lying, upright=len(bars) > 16)
    add_zero(plot, scale, "x" if lying else "y")

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
