"""Lollipop chart: a dot on a stem per category, records of the same category aggregated."""

import matplotlib.pyplot as plt

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category, in the order asked for; categories beyond the limit become one dot.
x, y = roles["x"], roles.get("y")
ys = [y] if y else []
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys)
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
table["x"] = merge_tail(table["x"], ranked, options["top_n"] or 30, options["other"])
dots = aggregate(table, "x", how)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if dots.isna().all():
    say(ax, no_values(x, ys))
else:
    labels, notes = list(dots.index), []
    lying = lies_down(options["orientation"], labels)
    color, lit = series_colors(options["color"])[0], options["highlight"]
    colors = [color if lit in (None, name) or lit not in labels else MUTED for name in labels]
    size = options["point_size"] or (72 if len(dots) <= 15 else 44)
    (ax.hlines if lying else ax.vlines)(range(len(dots)), 0, dots, color=colors, linewidth=1.8)
    places = (dots, range(len(dots))) if lying else (range(len(dots)), dots)
    ax.scatter(*places, s=size, color=colors, edgecolors=PAPER, linewidths=0.8, zorder=3)
    show_values = options["show_values"] if options["show_values"] is not None else len(dots) <= (30 if lying else 15)
    if show_values:
        gap = size**0.5 / 2 + 3
        for place, (value, text) in enumerate(zip(dots, value_texts(dots), strict=True)):
            side = -1 if value < 0 else 1
            spot, shift = ((value, place), (side * gap, 0)) if lying else ((place, value), (0, side * gap))
            style = {"ha": ("right" if side < 0 else "left") if lying else "center"}
            style["va"] = "center" if lying else ("top" if side < 0 else "bottom")
            ax.annotate(text, spot, shift, textcoords="offset points", size=8, color=INK, **style)

    # Stems stand on zero, and leave room for their numbers.
    ax.margins(0.12 if show_values else 0.05)
    (ax.axvline if lying else ax.axhline)(0, color=MUTED, linewidth=0.8)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values = ax.xaxis if lying else ax.yaxis
    if not (dots < 0).any():
        values.axes.set(**{f"{values.axis_name}lim": (0, None)})
    number_axis(values, dots)
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], lying)
    if options["y_range"]:
        set_range(values, options["y_range"])
    if not options["other"] and len(dots) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(dots))}).")
    if lit and lit not in labels:
        notes.append(f"There is no category called {lit}.")
    value = options["y_label"] or value_label(table, ["x"], how, ys)
    category_frame(ax, labels, lying, options["x_label"] or x, value, notes)

fig.savefig(f"plot-{THEME}.png")
