"""Pie chart: the share of each category in the sum of all."""

import cairosvg
import numpy as np
import pygal

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One slice per category, the small ones merged; only positive amounts can be shares.
category, value = roles["category"], roles.get("value")
how = options["aggregation"] if value else "count"
table = long_table(df, category, [value] if value else [])
table["x"] = as_categories(table["x"], options["date_format"])
totals = sort_values(aggregate(table, "x", how), options["sort"])
left_out = int((totals <= 0).sum())
totals = totals[totals > 0]
table["x"] = table["x"].cat.set_categories(list(totals.index))
# Slices below two percent are too thin to tell apart.
visible = int((totals >= 0.02 * totals.sum()).sum())
limit = options["top_n"] or min(7, visible)
merged = len(totals) > limit + 1
if merged:
    table["x"] = merge_tail(table["x"], totals, limit)
    totals = aggregate(table.dropna(subset=["x"]), "x", how)

if totals.empty:
    amount = f"positive {value}" if value else "row"
    text = f"No value of {category} has a {amount}: a pie shows shares of a sum."
    chart = message(options["title"], text, 1200, 1200)
else:
    shares = totals / totals.sum()
    size = share_size(list(shares.index))
    labels = share_labels(shares, value_texts(totals), options["show_values"], size)
    colors = series_colors(options["color"])
    colors = [colors[place % len(colors)] for place in range(len(shares))]
    colors[-1] = MUTED if merged else colors[-1]
    notes = share_note(table, how, value, category, options["caption"], left_out)
    parts, turn = circle_parts(options["title"], notes), first_angle(shares)
    chart = pygal.Pie(**look(colors, around_circle(parts, 300), 1200, 1200), inner_radius=0)
    width = (2 if len(shares) > 8 else 4) if len(shares) > 1 else 0
    rim = {"style": f"stroke: {PAPER}; stroke-width: {width}"}
    for name, amount in totals.items():
        chart.add(str(name), [{"value": float(amount), "node": rim}])

    def finish(root):
        center = turn_slices(root, chart, turn)
        middles = 2 * np.pi * (shares.cumsum() - shares / 2).to_numpy() + np.radians(turn)
        name_slices(root, labels, middles, center, 300, size)
        add_surroundings(root, parts | {"x_label": "", "y_label": "", "foot": 0}, 1200, 1200)
        return root

    chart.add_xml_filter(finish)

cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=2400, output_height=2400)
