"""Treemap: parts of a whole as rectangles, as large as their share, nearly square (Bruls, Huizing, van Wijk 2000)."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per category and group; only positive amounts can be shares, and the smallest become one rectangle.
category, value, group = roles["category"], roles.get("value"), roles.get("group")
how = options["aggregation"] if value else "count"
table = long_table(df, category, [value] if value else [], group)
table["x"] = as_categories(table["x"], options["date_format"])
amounts = aggregate(table, "x", how).sort_values(ascending=False, kind="stable")
left_out = int((amounts <= 0).sum())
amounts = amounts[amounts > 0]
table["x"] = merge_tail(table["x"].cat.set_categories(list(amounts.index)), amounts, options["top_n"] or 40)
tiles = aggregate(table.dropna(subset=["x"]), ["series", "x"], how).reset_index()
tiles = tiles[tiles["value"] > 0].sort_values("value", ascending=False, kind="stable")


def squarified(areas, x, y, width, height):
    """A rectangle [x, y, width, height] for each area, largest first: rows are closed when they would get longer."""
    found, row, areas = [], [], list(areas)
    while areas or row:
        side = min(width, height)
        worse = areas and row and worst([*row, areas[0]], side) > worst(row, side)
        if areas and not worse:
            row.append(areas.pop(0))
            continue
        deep, along = sum(row) / side, 0.0
        for area in row:
            piece = area / deep
            lies = width >= height  # the row then stands at the left, its pieces on top of each other
            found.append([x, y + along, deep, piece] if lies else [x + along, y, piece, deep])
            along += piece
        if width >= height:
            x, width = x + deep, width - deep
        else:
            y, height = y + deep, height - deep
        row = []
    return found


def worst(row, side):
    """The largest ratio of the sides of a row's rectangles."""
    whole = sum(row)
    return max(side**2 * max(row) / whole**2, whole**2 / (side**2 * min(row)))


fig, ax = plt.subplots()
add_title(fig, options["title"])
if tiles.empty:
    say(ax, f"No value of {category} has a positive {value or 'count'}: rectangles show shares of a sum.")
else:
    wide, high, whole = 7.7, 3.6, float(tiles["value"].sum())
    groups = tiles.groupby("series", observed=True)["value"].sum().sort_values(ascending=False, kind="stable")
    styles = series_styles(list(groups.index), options["color"])
    nameless = []
    frames = squarified(groups / whole * wide * high, 0.0, 0.0, wide, high)
    for name, frame in zip(groups.index, frames, strict=True):
        color, shown = styles[name]
        own = tiles[tiles["series"] == name]
        inside = squarified(own["value"] / whole * wide * high, *frame)
        for place, (label, part, box) in enumerate(zip(own["x"], own["value"], inside, strict=True)):
            # The larger, the closer to the ink: neighbours stay apart without a second colour.
            shade = color_map([color, INK])(0.32 * (1 - place / max(len(own) - 1, 1)) if len(own) > 1 else 0.0)
            shade = MUTED if str(label).startswith("Other (") and not group else shade
            patch = mpl.patches.Rectangle(box[:2], *box[2:], facecolor=shade, edgecolor=PAPER, linewidth=1.4)
            ax.add_patch(patch)
            share = share_text(part / whole)
            share = f"{share} ({value_texts([part])[0]})" if options["show_values"] else share
            size = float(np.clip(30 * np.sqrt(part / whole), 6.5, 13))
            room, lines = 72 * box[2] - 9, int((72 * box[3] - 7) / (1.45 * size)) - 1
            broken = any(text_width(word, size) > room for word in str(label).split(" "))
            lines = min(lines, 1) if broken and room >= 55 else 0 if broken else lines
            text = f"{wrapped(str(label), room, size, lines=min(lines, 3))}\n{share}" if lines >= 1 else ""
            if text and max(text_width(line, size) for line in text.split("\n")) <= room:
                spot = (box[0] + 0.06, box[1] + 0.05)
                ax.text(*spot, text, size=size, va="top", color=text_on(shade), linespacing=1.2)
            else:
                nameless.append(f"{label} {share}")
        if group:
            ax.plot([], [], "s", color=color, label=shown)

    ax.set(xlim=(0, wide), ylim=(high, 0))
    ax.set_axis_off()
    caption = options["value_label"] or (value_label(table, ["series", "x"], how, [value]) if value else "Count")
    add_legend(ax, options["legend"], group)
    notes = [f"{caption}: {value_texts([whole])[0]} in all."]
    if 0 < len(nameless) <= 12:
        notes.append(f"Too small for a name: {', '.join(nameless)}.")
    if left_out:
        notes.append(f"Categories of zero or below are left out ({count_text(left_out)}).")
    label_axes(ax, "", "", notes)

fig.savefig(f"plot-{THEME}.png")
