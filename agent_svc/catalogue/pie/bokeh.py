"""Pie chart: the share of each category in the sum of all."""

import numpy as np
from bokeh.io import export_png

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
    plot = message(options["title"], text, 1200, 1200)
else:
    shares = totals / totals.sum()
    size = share_size(list(shares.index))
    labels = share_labels(shares, value_texts(totals), options["show_values"], size)
    colors = series_colors(options["color"])
    colors = [colors[place % len(colors)] for place in range(len(shares))]
    colors[-1] = MUTED if merged else colors[-1]
    notes = share_note(table, how, value, category, options["caption"], left_out)
    parts = circle_parts(options["title"], notes)
    plot = new_circle(parts)
    # Angles run clockwise from the top; bokeh counts them the other way, from the right.
    ends = 2 * np.pi * shares.cumsum().to_numpy() + np.radians(first_angle(shares))
    starts = ends - 2 * np.pi * shares.to_numpy()
    rim = {"line_color": PAPER, "line_width": 2 if len(shares) > 8 else 4} if len(shares) > 1 else {"line_color": None}
    if len(shares) > 1:
        angles = {"start_angle": np.pi / 2 - ends, "end_angle": np.pi / 2 - starts}
        plot.wedge(0, 0, radius=300, **angles, fill_color=colors, **rim)
    else:
        plot.circle(0, 0, radius=300, fill_color=colors[0], **rim)
    name_slices(plot, labels, (starts + ends) / 2, 300, size)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
