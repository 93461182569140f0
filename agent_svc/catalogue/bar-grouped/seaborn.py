"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import matplotlib.pyplot as plt
import seaborn as sns

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

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, no_values(x, ys))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    bars = wide.stack().dropna().rename("value").reset_index()
    places = {"y": "x", "x": "value"} if lying else {"x": "x", "y": "value"}
    palette = series_colors(options["color"])[: len(wide.columns)]
    style = {"width": 0.8, "gap": 0.08, "palette": palette, "saturation": 1, "errorbar": None, "legend": False}
    sns.barplot(bars, **places, hue="series", **style, ax=ax)
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    bars["text"] = value_texts(bars["value"])
    for drawn, (name, own) in zip(ax.containers, bars.groupby("series", observed=False), strict=True):
        drawn.set_label(str(name))
        if show_values:
            upright = 90 if not lying and wide.size > 16 else 0
            ax.bar_label(drawn, own["text"], padding=3, size=8, color=INK, rotation=upright)

    # Bars stand on zero, and leave room for their numbers.
    ax.margins(0.12 if show_values else 0.05)
    (ax.axvline if lying else ax.axhline)(0, color=MUTED, linewidth=0.8)
    ax.spines["left" if lying else "bottom"].set_visible(False)
    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, wide)
    notes = []
    if options["log_y"]:
        notes.append(log_axis(values, wide.stack()))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    category_frame(ax, labels, lying, options["x_label"] or x, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
