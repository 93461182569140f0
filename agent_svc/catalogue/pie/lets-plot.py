"""Pie chart: the share of each category in the sum of all."""

import lets_plot as lp
import numpy as np
import pandas as pd
from lets_plot import ggsave, ggsize

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
    plot = message(options["title"], text, (1200, 1200))
else:
    shares = totals / totals.sum()
    crowded = len(shares) > 8
    size = share_size(shares.index)
    texts = share_labels(shares, value_texts(totals), options["show_values"], size)
    colors = series_colors(options["color"])
    colors = [
        MUTED if merged and place == len(shares) - 1 else colors[place % len(colors)] for place in range(len(shares))
    ]
    start = first_angle(shares)
    slices = pd.DataFrame({"name": [str(name) for name in shares.index], "share": shares.to_numpy(), "color": colors})

    # Labels stand beside the pie, a line's distance apart, each joined to its slice.
    radius = float(
        np.clip((560 - max(text_width(row, size) for text in texts for row in text.split("\n"))) / 1.25, 160, 370)
    )
    angles = np.radians(90 - start - 360 * (shares.cumsum() - shares / 2).to_numpy())
    spots = []
    for side in (1, -1):
        here = np.flatnonzero((np.cos(angles) >= 0) == (side > 0))
        room = np.array([(size * 1.3 * (texts[place].count("\n") + 1) + 4) / radius for place in here])
        for place, height in zip(here, apart(1.15 * np.sin(angles[here]), room), strict=True):
            tip = 1.01 * np.cos(angles[place]), 1.01 * np.sin(angles[place])
            reach = np.sqrt(max(1.3**2 - height**2, 0.09))
            reach = side * (1.2 if crowded or abs(height) < 0.6 else min(max(reach, abs(tip[0]) + 0.12), 1.2))
            spots.append({"x": tip[0], "y": tip[1], "end": reach, "height": height, "text": texts[place], "side": side})
    spots = pd.DataFrame(spots).assign(beside=lambda spot: spot["end"] + 0.03 * spot["side"])
    plot = lp.ggplot() + LOOK
    rim = {"spacer_width": 4 if len(shares) > 1 and not crowded else 2, "spacer_color": PAPER, "size_unit": "x"}
    slice_of = lp.aes(slice="share", fill="color")
    plot += lp.geom_pie(
        slice_of, data=slices, x=0, y=0, stat="identity", size=2, start=start, direction=1, stroke=0, **rim
    )
    plot += lp.scale_fill_identity(guide="none")
    plot += lp.geom_segment(lp.aes("x", "y", xend="end", yend="height"), data=spots, color=MUTED, size=0.8 * POINT)
    for side, aligned in ((1, 0), (-1, 1)):
        part = spots[spots["side"] == side]
        if len(part):
            style = {"hjust": aligned, "size": size / 2, "color": INK, "lineheight": 1.2}
            plot += lp.geom_text(lp.aes("beside", "height", label="text"), data=part, family=FONT_NAME, **style)
    notes = share_note(table, how, value, category, options["caption"], left_out)
    texts = labels(options["title"], "", "", notes, size=(1200, 1200))
    rows = wrapped(options["title"], 1144, 39, "bold", 4).count("\n") + 1 if options["title"] else 0
    # Both axes have the same unit, so that the labels follow the circle.
    height = 1200 - 2 * MARGIN - 47 * rows - 60
    plot += lp.coord_cartesian(xlim=[-572 / radius, 572 / radius], ylim=[-height / 2 / radius, height / 2 / radius])
    plot += together(BARE, lp.theme(legend_position="none"), texts)

ggsave(plot + ggsize(1200, 1200), f"plot-{THEME}.png", path=".", scale=2)
