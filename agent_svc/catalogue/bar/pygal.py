"""Bar chart: one bar per category, records of the same category aggregated."""

import cairosvg

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
    chart = message(options["title"], no_values(x, ys))
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

    chart = new_bars(scale, parts, labels, series_colors(options["color"])[:1], lying)
    add_bars(chart, (ys or ["Count"])[0], bars, scale, lying)
    texts = [value_texts(bars)] if show_values else [[""] * len(bars)]

    def finish(root, across, upward, box):
        finish_bars(root, [bars], texts, scale, lying, (across, upward), box)

    lay_out(chart, frame, parts, "x" if lying else "y", lying=lying, finish=finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200, output_height=1800)
