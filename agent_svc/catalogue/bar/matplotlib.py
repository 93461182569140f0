"""Bar chart: one bar per category, records of the same category aggregated."""

import matplotlib.pyplot as plt

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# One value per category, in the order asked for; categories beyond the limit become one bar.
x, y = roles["x"], roles["y"]
how = options["aggregation"]
table = long_table(df, x, [y])
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 60)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
bars = aggregate(table, "x", how)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if bars.isna().all():
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    labels = [str(name) for name in bars.index]
    lying = options["orientation"] == "horizontal" or (options["orientation"] == "auto" and reads_sideways(labels))
    names, values = (ax.yaxis, ax.xaxis) if lying else (ax.xaxis, ax.yaxis)
    color = series_colors(options["color"])[0]
    draw = ax.barh if lying else ax.bar
    drawn = draw(range(len(bars)), bars, 0.72, color=color)
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    if show_values:
        upright = 90 if not lying and len(bars) > 16 else 0
        ax.bar_label(drawn, value_texts(bars), padding=3, size=8, color=INK, rotation=upright)

    # Bars stand on zero, and leave room for their numbers; a category without a value keeps its place.
    ax.update_datalim([[-0.36, -0.36], [len(bars) - 1 + 0.36, len(bars) - 1 + 0.36]], updatex=not lying, updatey=lying)
    ax.grid(False)
    ax.grid(True, axis=values.axis_name)
    ax.margins(**{names.axis_name: max(0.02, 0.8 / len(bars) - 0.2), values.axis_name: 0.12 if show_values else 0.05})
    (ax.axvline if lying else ax.axhline)(0, color=MUTED, linewidth=0.8)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    number_axis(values, bars)
    notes = [log_axis(values, bars.dropna())] if options["log_y"] else []
    set_range(values, options["y_range"])
    category_axis(names, labels)
    if lying:
        ax.invert_yaxis()
    if not options["other"] and len(bars) < len(ranked):
        notes.append(f"Smaller categories are left out ({len(ranked) - len(bars):,}).")
    x_label, y_label = options["x_label"] or x, options["y_label"] or value_label(table, ["x"], how, [y])
    label_axes(ax, *((y_label, x_label) if lying else (x_label, y_label)))
    add_note(fig, notes)

fig.savefig(f"plot-{THEME}.png")
