"""Polar bar chart: bars around a circle."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One bar per category: its records are aggregated, or counted.
x, y = roles["x"], roles.get("y")
how = options["aggregation"] if y else "count"
table = long_table(df, x, [y] if y else [])
table["x"] = as_categories(table["x"], options["date_format"])
table["x"] = merge_tail(table["x"], table["x"].value_counts(sort=False), options["top_n"] or 24)
bars = sort_values(aggregate(table, "x", how).dropna(), options["sort"])


def shown_ticks(ticks, angle):
    """Circles at the ticks, each with its number on top of what is drawn."""
    ax.set_yticks(ticks)
    ax.tick_params(axis="y", labelleft=False)
    box = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1}
    for tick in ticks:
        text = ax.yaxis.get_major_formatter()(tick, None)
        ax.text(angle, tick, text, size=8, ha="center", va="center", bbox=box, zorder=5)


def outwards(turn):
    """How a text is aligned that begins where it stands and leads away from the centre."""
    side, up = np.round(np.sin(turn), 6), np.cos(turn)
    across = "center" if side == 0 else "left" if side > 0 else "right"
    return {"ha": across, "va": "center" if abs(up) < 0.9 else "bottom" if up > 0 else "top"}


fig, ax = plt.subplots(figsize=(6, 6), subplot_kw={"projection": "polar"})
add_title(fig, options["title"])
if bars.empty:
    say(ax, f"No row has a value in {' and '.join(filter(None, [x, y]))}.")
else:
    labels = [str(name) for name in bars.index]
    angles = 2 * np.pi * (np.arange(len(bars)) + 0.5) / len(bars)
    seen = angles - angles[0]  # clockwise from the top
    width = 2 * np.pi / len(bars) * 0.86
    color = series_colors(options["color"])[0]
    colors = [MUTED if label.startswith("Other (") else color for label in labels]
    ax.bar(angles, bars, width, color=colors)

    lowest, highest = min(float(bars.min()), 0.0), max(float(bars.max()), 0.0)
    span = highest - lowest or 1.0
    show_values = options["show_values"] if options["show_values"] is not None else len(bars) <= 12
    widest = max(text_width(text, 8) for text in value_texts(bars)) if show_values else 0
    ax.set_ylim(lowest, lowest + span * (1.05 + max(0.08, widest / 130) if show_values else 1.03))
    ax.set_rorigin(lowest - span * options["inner_radius"] / (1 - options["inner_radius"]))
    ax.set_theta_offset(np.pi / 2 + angles[0])
    ax.set_theta_direction(-1)
    ax.spines["polar"].set_visible(False)
    ax.grid(False, axis="x")
    ax.grid(True, axis="y")
    number_axis(ax.yaxis, bars)
    ticks = [tick for tick in ax.get_yticks() if lowest < tick <= highest]
    if show_values:
        ax.set_yticks(ticks[:: max(len(ticks) // 3, 1)], [])
    else:
        shown_ticks(ticks[:: max(len(ticks) // 3, 1)], 0)
    if show_values and len(bars) <= 36:
        for angle, turn, length, text in zip(angles, seen, bars, value_texts(bars), strict=True):
            ax.text(angle, max(length, 0) + 0.02 * span, text, size=8, **outwards(turn))
    if lowest < 0:
        ax.plot(np.linspace(0, 2 * np.pi, 200), np.zeros(200), color=MUTED, linewidth=0.9, zorder=3)
    room = (100, 2) if len(labels) <= 12 else (72, 1) if len(labels) <= 25 else (44, 1)
    shown = [wrapped(label, room[0], lines=room[1]) for label in labels]
    ax.set_xticks(angles, shown, size=9 if len(labels) <= 12 else 8 if len(labels) <= 25 else 7)
    for tick, turn in zip(ax.get_xticklabels(), seen, strict=True):
        tick.set(**outwards(turn))
    ax.tick_params(axis="x", pad=-2)
    value = options["value_label"] or (value_label(table, ["x"], how, [y]) if y else "Count")
    label_axes(ax, "", "", [f"Length of the bars: {value}."])

fig.savefig(f"plot-{THEME}.png")
