"""Candlestick chart: opening, highest, lowest and closing price of every period."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One candle per row; rows without all four prices cannot be drawn.
x, prices = roles["x"], [roles["open"], roles["high"], roles["low"], roles["close"]]
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[x, *prices])
places, names = as_positions(rows[x])
dates = places.dtype.kind == "M"
at = mpl.dates.date2num(places) if dates else places.to_numpy(dtype=float)
first, high, low, last = rows[prices].to_numpy(dtype=float).T

fig, ax = plt.subplots()
add_title(fig, options["title"])
if rows.empty:
    say(ax, f"No row has a value in {', '.join([x, *prices])}.")
else:
    # A body is two thirds as wide as the periods are usually apart.
    ends, gaps = (at.min(), at.max()), np.diff(np.unique(at))
    gap = float(np.median(gaps)) if len(gaps) else 1.0
    body = float(np.clip(0.66 * 72 * 6.6 * gap / (ends[1] - ends[0] + 2 * gap), 0.7, 16))
    rising, falling = series_colors(options["color"])[:2]
    for color, label, part in ((rising, "Rising", last >= first), (falling, "Falling", last < first)):
        if part.any():
            ax.vlines(at[part], low[part], high[part], color=color, linewidth=min(body / 3, 1.1))
            ax.vlines(at[part], first[part], last[part], color=color, linewidth=body, capstyle="butt")
            ax.plot([], [], "s", color=color, label=label)
    still = first == last
    half = 0.33 * gap
    ax.hlines(first[still], at[still] - half, at[still] + half, color=rising, linewidth=1.2)
    if options["average"]:
        order = np.argsort(at, kind="stable")
        mean = rows[prices[3]].iloc[order].rolling(options["average"]).mean()
        label = f"Mean of {count_text(options['average'])} closing prices"
        ax.plot(at[order], mean, color=INK, linewidth=1.3, label=label, zorder=3)

    ax.set_xlim(ends[0] - gap, ends[1] + gap)
    notes = []
    beside = add_legend(ax, options["legend"])
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    elif names:
        category_axis(ax.xaxis, names, beside)
    else:
        number_axis(ax.xaxis, at)
    shown = rows[prices].stack()
    number_axis(ax.yaxis, shown)
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, shown))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"], inside=True)
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    left_out = int(df[x].notna().sum()) - len(rows)
    notes.append(f"Rows without all four prices are left out ({count_text(left_out)})." if left_out else "")
    label_axes(ax, options["x_label"] or x, options["y_label"] or prices[3], notes)

fig.savefig(f"plot-{THEME}.png")
