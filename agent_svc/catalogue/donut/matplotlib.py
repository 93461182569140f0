"""Donut chart: the share of each category in a whole, whose sum stands in the middle."""

import matplotlib.pyplot as plt

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
limit = options["top_n"] or min(7, int((totals >= 0.02 * totals.sum()).sum()))
merged = len(totals) > limit + 1
if merged:
    table["x"] = merge_tail(table["x"], totals, limit)
    totals = aggregate(table.dropna(subset=["x"]), "x", how)

fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if totals.empty:
    say(ax, f"No value of {category} has a {f'positive {value}' if value else 'row'}: a ring shows shares of a sum.")
else:
    shares = totals / totals.sum()
    size, labels = 8 if len(shares) > 8 else 9, []
    for name, share, amount in zip(shares.index, shares, value_texts(totals), strict=True):
        amount = f" ({amount})" if options["show_values"] else ""
        labels.append(f"{wrapped(str(name), 92, size, lines=1 if len(shares) > 8 else 3)}\n{share_text(share)}{amount}")

    colors = series_colors(options["color"])
    colors = [colors[place % len(colors)] for place in range(len(shares) - merged)] + [MUTED] * merged
    ring = {"edgecolor": PAPER, "linewidth": 1.5 if len(totals) > 1 else 0, "width": options["width"]}
    wedges, _ = ax.pie(totals, colors=colors, startangle=90, counterclock=False, wedgeprops=ring)
    label_wedges(ax, wedges, labels, size)
    if options["width"] <= 0.6 and (how in ("sum", "count") or not table.duplicated(["x"]).any()):
        ax.text(0, 0.06, value_texts([totals.sum()])[0], size=20, weight="bold", ha="center", va="center")
        ax.text(0, -0.14, wrapped(options["center_label"] or "total", 90), color=MUTED, ha="center", va="center")
    label_axes(ax, "", "", share_note(table, how, value, category, options["caption"], left_out))

fig.savefig(f"plot-{THEME}.png")
