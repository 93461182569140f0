"""Vector field: an arrow for every record, showing direction and strength at its place."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One arrow per row; rows without place or components cannot be drawn.
names = [roles["x"], roles["y"], roles["dx"], roles["dy"]]
rows = pd.DataFrame(df, columns=names).replace([np.inf, -np.inf], np.nan).dropna(subset=names)
x, y, dx, dy = rows[names].to_numpy(dtype=float).T
lengths = np.hypot(dx, dy)


def with_tips(starts, moves, inches):
    """Limits of an axis of so many inches in which arrows that start there and move by inches are seen whole."""
    low, high = starts.min(), starts.max()
    unit = (high - low or abs(high) or 1.0) / inches
    ends = np.concatenate([starts, starts + moves * unit])
    room = 0.08 * (np.ptp(ends) or unit * inches)
    return ends.min() - room, ends.max() + room


fig, ax = plt.subplots()
add_title(fig, options["title"])
if rows.empty:
    say(ax, f"No row has a value in {', '.join(names)}.")
else:
    # The long arrows are about as long as neighbours are apart.
    places = max(len(np.unique(np.column_stack([x, y]), axis=0)), 1)
    reach = float(np.clip(1.1 * np.sqrt(6.4 * 3.2 / places), 0.1, 0.8)) * options["arrow_length"]
    longest = float(np.percentile(lengths, 98)) or float(lengths.max()) or 1.0
    style = {"angles": "uv", "scale_units": "inches", "scale": longest / reach, "units": "inches", "pivot": "tail"}
    style |= {"width": float(np.clip(reach / 14, 0.008, 0.03)), "headwidth": 4, "headlength": 5, "headaxislength": 4.5}
    colored = options["color_by_length"] and np.ptp(lengths) > 1e-9 * longest
    if colored:
        chosen = color_map(SEQUENTIAL[3:]) if options["palette"] in ("auto", "sequential") else options["palette"]
        arrows = ax.quiver(x, y, dx, dy, lengths, cmap=chosen, **style)
        arrows.set_clim(0, lengths.max())
    else:
        arrows = ax.quiver(x, y, dx, dy, color=series_colors(options["color"])[0], **style)

    ax.grid(True, axis="both")
    ends = [with_tips(x, dx / longest * reach, 5.6), with_tips(y, dy / longest * reach, 2.9)]
    ax.update_datalim(list(zip(*ends, strict=True)))
    ax.margins(0)
    ax.autoscale_view()
    number_axis(ax.xaxis, x)
    number_axis(ax.yaxis, y)
    if options["aspect"] == "equal":
        ax.set_aspect("equal", adjustable="box" if options["x_range"] or options["y_range"] else "datalim")
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if colored and options["legend"] != "none":
        bar = fig.colorbar(arrows, ax=ax, location="right", fraction=0.04, pad=0.02, aspect=32)
        bar.outline.set_visible(False)
        number_axis(bar.ax.yaxis, lengths)
        bar.set_label(wrapped(options["value_label"] or "Length", 72 * 3.2, 10), color=MUTED, size=10)
    notes = [f"Directions as on the page: {names[2]} to the right, {names[3]} upwards."]
    if not colored and longest > 0 and lengths.any():
        notes.append(f"The longest arrow: {value_texts([lengths.max()])[0]}.")
    label_axes(ax, options["x_label"] or names[0], options["y_label"] or names[1], notes)

fig.savefig(f"plot-{THEME}.png")
