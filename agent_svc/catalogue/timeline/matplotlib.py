"""Timeline: events along an axis of time, each with its name."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One dot per row; names stand in lanes above and below, as many as have room.
x, label, group = roles["x"], roles["label"], roles.get("group")
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[x, *filter(None, [group])]).sort_values(x, kind="stable")
dates = rows[x].dtype.kind == "M"


def placed(spots, texts, lanes):
    """Lane and side of each text that has room: its stem must not cross a text between it and the axis."""
    ends = {side: np.full(lanes, -np.inf) for side in (1, -1)}
    found = []
    for place, (spot, text) in enumerate(zip(spots, texts, strict=True)):
        free = {side: int(np.argmin(np.append(right < spot - 6, False))) for side, right in ends.items()}
        side = max(free, key=lambda one: free[one])
        if free[side]:
            lane = free[side] - 1
            ends[side][lane] = spot + 6 + max(text_width(line, 7.5) for line in text.split("\n"))
            found.append((place, side, lane))
    return found


fig, ax = plt.subplots()
add_title(fig, options["title"])
if rows.empty:
    say(ax, f"No row has a value in {x}.")
else:
    at = mpl.dates.date2num(rows[x]) if dates else rows[x].to_numpy(dtype=float)
    kinds = as_categories(rows[group]) if group else None
    series = [name for name in kinds.cat.categories if (kinds == name).any()] if group else [""]
    styles = series_styles(series, options["color"])
    size = dots_size(6 * len(rows), 46)
    ax.axhline(0, color=MUTED, linewidth=1.4, zorder=1)
    for name in series:
        color, shown = styles[name]
        part = at[(kinds == name).to_numpy()] if group else at
        edge = {"edgecolors": PAPER, "linewidths": 0.8} if len(rows) <= 200 else {"linewidths": 0, "alpha": 0.6}
        ax.scatter(part, np.zeros(len(part)), s=size, color=color, label=shown or None, zorder=3, **edge)

    # Texts begin at their stem, so the last one needs room beside it.
    span = at[-1] - at[0] or 1.0
    low, high = at[0] - 0.03 * span, at[-1] + 0.22 * span
    ax.set_xlim(low, high)
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, at)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    low, high = ax.get_xlim()
    seen = np.flatnonzero(rows[label].notna().to_numpy() & (at >= low) & (at <= high - 0.16 * (high - low)))
    named = seen[:: max(len(seen) // 400, 1)]
    if options["top_n"]:
        named = seen[np.unique(np.linspace(0, len(seen) - 1, options["top_n"]).astype(int))] if len(seen) else seen
    crowded = bool(group) and len(options["title"] or "") > 70
    days = [""] * len(named)
    if options["show_dates"]:
        pattern = date_pattern(rows[x], options["date_format"]) if dates else ""
        days = [rows[x].iloc[place].strftime(pattern) if dates else marked(f"{at[place]:.6g}") for place in named]
    beside = add_legend(ax, options["legend"], group)
    inches = 7.3 - beside
    # More lanes for shorter names, when more have room there.
    plans = []
    for lanes, lines in ((3, 1 if crowded else 2), (5, 1)):
        names = [wrapped(str(rows[label].iloc[place]), 104, 7.5, lines=lines) for place in named]
        names = [f"{day}\n{name}".strip() for day, name in zip(days, names, strict=True)]
        plans.append((lanes, names, placed((at[named] - low) / (high - low) * 72 * inches, names, lanes)))
    lanes, names, found = max(plans, key=lambda plan: len(plan[2]))
    ax.set_ylim(-lanes - 0.7, lanes + 0.7)
    for place, side, lane in found:
        spot, height = at[named[place]], side * (lane + 1)
        line = {"arrowstyle": "-", "color": MUTED, "linewidth": 0.7, "shrinkA": 0, "shrinkB": 4, "relpos": (0, 0.5)}
        style = {"ha": "left", "va": "center", "size": 7.5, "linespacing": 1.1, "arrowprops": line}
        ax.annotate(names[place], (spot, 0), (spot, height), zorder=2, **style)

    ax.grid(False)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    drawn = len(ax.texts)
    notes = (
        [f"{count_text(len(rows) - drawn)} of {count_text(len(rows))} events have no name here."]
        if drawn < len(rows)
        else []
    )
    label_axes(ax, options["x_label"] or x, "", notes)

fig.savefig(f"plot-{THEME}.png")
