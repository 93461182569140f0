"""Pie chart: the share of each category in the sum of all."""

import plotly.graph_objects as go

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

fig = go.Figure()
if totals.empty:
    amount = f"positive {value}" if value else "row"
    say(fig, options["title"], f"No value of {category} has a {amount}: a pie shows shares of a sum.", 1200, 1200)
else:
    shares = totals / totals.sum()
    size = share_size(list(shares.index))
    labels = [html(text) for text in share_labels(shares, value_texts(totals), options["show_values"], size)]
    colors = series_colors(options["color"])
    colors = [
        MUTED if merged and place == len(shares) - 1 else colors[place % len(colors)] for place in range(len(shares))
    ]
    rim = {"color": PAPER, "width": (2 if len(shares) > 8 else 4) if len(shares) > 1 else 0}
    fig.add_pie(
        labels=[str(name) for name in totals.index],
        values=totals,
        text=labels,
        textinfo="text",
        textposition="outside",
        textfont={"size": size, "color": INK},
        marker={"colors": colors, "line": rim},
        direction="clockwise",
        rotation=first_angle(shares),
        sort=False,
        showlegend=False,
    )
    notes = share_note(table, how, value, category, options["caption"], left_out)
    lay_out_circle(fig, options["title"], notes)

fig.write_image(f"plot-{THEME}.png", width=1200, height=1200, scale=2)
