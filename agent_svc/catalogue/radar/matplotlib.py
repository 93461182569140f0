"""Radar chart: values of several categories on spokes around a centre, one outline per series."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per spoke and series: records that share both are aggregated.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how, notes = options["aggregation"], []
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["x"] = merge_tail(table["x"], table["x"].value_counts(sort=False), options["top_n"] or 16)
wide = aggregate(table, ["series", "x"], how).unstack("x")
wide = wide.reindex(columns=[name for name in table["x"].cat.categories if name in wide.columns])


def shown_ticks(ticks, angle):
    """Circles at the ticks, each with its number on top of what is drawn."""
    ax.set_yticks(ticks)
    ax.tick_params(axis="y", labelleft=False)
    box = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1}
    for tick in ticks:
        text = ax.yaxis.get_major_formatter()(tick, None)
        ax.text(angle, tick, text, size=8, ha="center", va="center", bbox=box, zorder=5)


fig, ax = plt.subplots(figsize=(6, 6), subplot_kw={"projection": "polar"})
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    labels = [str(name) for name in wide.columns]
    angles = 2 * np.pi * np.arange(len(labels)) / len(labels)
    styles = series_styles(list(wide.index), options["color"])
    for name, line in wide.iterrows():
        color, label = styles[name]
        turn, closed = np.append(angles, angles[0]), np.append(line, line.iloc[0])
        whole = len(labels) > 2 and not np.isnan(closed).any()
        # Where a value is missing the outline is open, and a value alone is only seen as a dot.
        dots = {"marker": "o", "markersize": 4.5, "markeredgewidth": 0} if options["markers"] or not whole else {}
        width, above = (0.6, 2) if color == MUTED else (1.0, 3)
        style = {"color": color, "linewidth": width * options["line_width"], "zorder": above}
        ax.plot(turn, closed, label=label, **style, **dots)
        if options["fill"] and len(wide) <= 3 and whole:
            ax.fill(turn, closed, color=color, alpha=0.13, linewidth=0)

    lowest, highest = float(np.nanmin(wide)), float(np.nanmax(wide))
    low = min(lowest - 0.08 * (highest - lowest), 0.0) if lowest < 0 else 0.0
    ax.set_ylim(low, highest + 0.06 * (highest - low) if highest > low else low + 1)
    ax.set_theta_offset(np.pi / 2)
    ax.set_theta_direction(-1)
    ax.spines["polar"].set_color(GRID)
    ax.grid(True, axis="both")
    number_axis(ax.yaxis, wide.to_numpy().ravel())
    ticks = [tick for tick in ax.get_yticks() if low < tick <= ax.get_ylim()[1]]
    shown_ticks(ticks[:: max(len(ticks) // 4, 1)], np.pi / len(labels))
    if options["y_range"]:
        ax.set_ylim(*options["y_range"])
    shown = [wrapped(label, 100, lines=2 if len(labels) <= 12 else 1) for label in labels]
    ax.set_xticks(angles, shown)
    for tick, angle in zip(ax.get_xticklabels(), angles, strict=True):
        side = np.round(np.sin(angle), 6)
        tick.set(ha="center" if side == 0 else "left" if side > 0 else "right")
        tick.set(va="center" if abs(np.cos(angle)) < 0.9 else "bottom" if np.cos(angle) > 0 else "top")
    ax.tick_params(axis="x", pad=3)
    add_legend(ax, "none" if options["legend"] == "none" or len(wide) == 1 else "above", group)
    if ax.get_legend():
        # Above the name of the first spoke.
        room = mpl.transforms.ScaledTranslation(0, (20 + 13 * shown[0].count("\n")) / 72, fig.dpi_scale_trans)
        ax.get_legend().set_bbox_to_anchor((-0.1, 1.01), ax.transAxes + room)
    value = options["value_label"] or value_label(table, ["series", "x"], how, ys)
    notes.append(f"Distance from the centre: {value}.")
    if low < 0:
        notes.append("The centre is below zero.")
    if len(labels) < 3:
        notes.append("With fewer than three spokes there is no outline.")
    label_axes(ax, "", "", notes)

fig.savefig(f"plot-{THEME}.png")
