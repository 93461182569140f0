"""Bar chart: one bar per category, records of the same category aggregated."""

import matplotlib.pyplot as plt

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

fig, ax = plt.subplots()
add_title(fig, options["title"])
if bars.isna().all():
    say(ax, no_values(x, ys))
else:
    labels = [str(name) for name in bars.index]
    lying = lies_down(options["orientation"], labels)
    color = series_colors(options["color"])[0]
    draw = ax.barh if lying else ax.bar
    drawn = draw(range(len(bars)), bars, 0.72, color=color)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    if show_values:
        upright = 90 if not lying and len(bars) > 16 else 0
        ax.bar_label(drawn, value_texts(bars), padding=3, size=8, color=INK, rotation=upright)

    # Bars stand on zero, and leave room for their numbers.
    ax.margins(0.12 if show_values else 0.05)
    (ax.axvline if lying else ax.axhline)(0, color=MUTED, linewidth=0.8)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, bars)
    notes = []
    if options["log_y"]:
        notes.append(log_axis(values, bars))
    if options["y_range"]:
        set_range(values, options["y_range"])
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(bars))}).")
    value = options["y_label"] or value_label(table, ["x"], how, ys)
    category_frame(ax, labels, lying, options["x_label"] or x, value, notes)

fig.savefig(f"plot-{THEME}.png")
