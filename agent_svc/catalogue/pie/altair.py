"""Pie chart: the share of each category in the sum of all."""

import altair as alt
import numpy as np
import pandas as pd

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
    ends = 2 * np.pi * shares.cumsum().to_numpy() + np.radians(first_angle(shares))
    slices = pd.DataFrame({"x": [str(name) for name in totals.index], "value": totals.to_numpy(dtype=float)})
    slices = slices.assign(start=ends - 2 * np.pi * shares.to_numpy(), end=ends, color=colors)
    rim = {"stroke": PAPER, "strokeWidth": (2 if len(shares) > 8 else 4) if len(shares) > 1 else 0}
    look = {"theta": alt.Theta("start:Q", scale=None), "theta2": "end", "color": alt.Color("color:N", scale=None)}
    wedges = alt.Chart(slices).mark_arc(outerRadius=300, **rim).encode(**look, detail="x")
    notes = share_note(table, how, value, category, options["caption"], left_out)
    parts = circle_parts(options["title"], notes)
    middles = ends - np.pi * shares.to_numpy()
    labels_, lines = labels_around(labels, middles, 300, parts, size)
    chart = lay_out([wedges, *lines, *labels_], parts, 1200, 1200)

chart.save(f"plot-{THEME}.png", scale_factor=2)
