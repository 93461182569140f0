"""Pie chart: the share of each category in the sum of all."""

import matplotlib.pyplot as plt
import seaborn as sns

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

fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if totals.empty:
    amount = f"positive {value}" if value else "row"
    say(ax, f"No value of {category} has a {amount}: a pie shows shares of a sum.")
else:
    shares = totals / totals.sum()
    labels, amounts = [], value_texts(totals)
    crowded = len(shares) > 8
    size = 8 if crowded else 9
    for place, (name, share) in enumerate(shares.items()):
        amount = f" ({amounts[place]})" if options["show_values"] else ""
        labels.append(f"{wrapped(str(name), 92, size, lines=1 if crowded else 3)}\n{share_text(share)}{amount}")

    # Small slices meet the side, where the lines to their labels fan out.
    small = (shares.cumsum() - shares / 2)[shares < 0.05]
    start = 180 + 360 * small.mean() if crowded and len(small) else 90
    colors = series_colors(options["color"])
    tail = str(shares.index[-1]) if merged else None
    colors = [MUTED if name == tail else colors[place % len(colors)] for place, name in enumerate(shares.index)]
    rim = {"edgecolor": PAPER, "linewidth": (0.8 if crowded else 1.5) if len(totals) > 1 else 0}
    wedges, _ = ax.pie(totals, colors=sns.color_palette(colors), startangle=start, counterclock=False, wedgeprops=rim)

    label_wedges(ax, wedges, labels, size)
    label_axes(ax, "", "", share_note(table, how, value, category, options["caption"], left_out))

fig.savefig(f"plot-{THEME}.png")
