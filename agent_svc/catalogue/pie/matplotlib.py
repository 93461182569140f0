"""Pie chart: the share of each category in the sum of all."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# One slice per category, the small ones merged; only positive amounts can be shares.
category, value = roles["category"], roles.get("value")
how = options["aggregation"] if value else "count"
table = long_table(df if value else df.assign(**{"": 1.0}), category, [value or ""])
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
        labels.append(f"{wrapped(str(name), 92, size, lines=1 if crowded else 3)}\n{100 * share:.1f} %{amount}")

    # The radius leaves room for the longest label on both sides; small slices meet the side, where lines fan out.
    widest = max(text_width(line, size) for label in labels for line in label.split("\n"))
    radius = float(np.clip((72 * (3 - MARGIN) - widest) / 1.22, 60, 135))
    small = (shares.cumsum() - shares / 2)[shares < 0.05]
    start = 180 + 360 * small.mean() if crowded and len(small) else 90
    colors = series_colors(options["color"])
    tail = str(shares.index[-1]) if merged else None
    colors = [MUTED if name == tail else colors[place % len(colors)] for place, name in enumerate(shares.index)]
    rim = {"edgecolor": PAPER, "linewidth": (0.8 if crowded else 1.5) if len(totals) > 1 else 0}
    wedges, _ = ax.pie(totals, colors=colors, startangle=start, counterclock=False, wedgeprops=rim)

    # Labels stand beside their slice; on each side they keep a line's distance from each other.
    angles = [np.radians((wedge.theta1 + wedge.theta2) / 2) for wedge in wedges]
    for side in (1, -1):
        here = sorted(
            (np.sin(a) * 1.15, a, text)
            for a, text in zip(angles, labels, strict=True)
            if side * np.cos(a) > -1e-9 * side
        )
        room = [(size * 1.3 * (text.count("\n") + 1) + 2) / radius for _, _, text in here]
        heights = [height for height, _, _ in here]
        for _ in range(60):
            for i in range(1, len(here)):
                push = (room[i - 1] + room[i]) / 2 - (heights[i] - heights[i - 1])
                if push > 0:
                    heights[i - 1] -= push / 2
                    heights[i] += push / 2
        for (_, angle, text), height in zip(here, heights, strict=True):
            tip = (1.01 * np.cos(angle), 1.01 * np.sin(angle))
            # Crowded labels stand in a column, a few follow the circle.
            round_off = np.sqrt(max(1.3**2 - height**2, 0.09))
            reach = 1.2 if crowded or abs(height) < 0.6 else min(max(round_off, abs(tip[0]) + 0.12), 1.2)
            line = {"arrowstyle": "-", "color": MUTED, "linewidth": 0.8, "shrinkA": 2, "shrinkB": 0}
            line["relpos"] = (0 if side > 0 else 1, 0.5)
            style = {"ha": "left" if side > 0 else "right", "va": "center", "size": size, "arrowprops": line}
            ax.annotate(text, tip, (side * reach, height), annotation_clip=False, **style)

    ax.set(xlim=np.array([-1, 1]) * 72 * (3 - MARGIN) / radius, ylim=(-1.35, 1.35))
    ax.set_axis_off()
    repeated = how == "count" or table.duplicated(["x"]).any()
    amount = f"the {AGGREGATE_WORDS[how].lower()} {value or 'rows'}" if repeated else value
    hidden = f"Categories of zero or below are left out ({left_out:,})." if left_out else ""
    add_note(fig, [options["caption"] or f"Shares of {amount}, by {category}.", hidden])

fig.savefig(f"plot-{THEME}.png")
