"""Parallel coordinates: every record as a line across several columns, each on an axis of its own."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One line per record: values as a share of the range of their column, or in standard deviations.
names, group = roles["y"], roles.get("group")
numbers = df[names].astype(float).replace([np.inf, -np.inf], np.nan)
names = [name for name in names if numbers[name].notna().any()]
numbers = numbers[names]
low, high = numbers.min(), numbers.max()
unit = options["scale"] == "unit"
start, span = (low, high - low) if unit else (numbers.mean(), numbers.std(ddof=0))
heights = (numbers - start) / span.where(span > 0, 1.0)
if unit:
    heights[span.index[span == 0]] += 0.5  # equal values stand in the middle of their axis
kinds = as_categories(df[group]) if group else None

fig, ax = plt.subplots()
add_title(fig, options["title"])
if not names:
    say(ax, f"No row has a value in {' or '.join(roles['y'])}.")
else:
    series = [name for name in kinds.cat.categories if (kinds == name).any()] if group else [""]
    styles, lit, notes = series_styles(series, options["color"]), options["highlight"], []
    if lit in series:
        styles = dict.fromkeys(series, (MUTED, "_nolegend_")) | {lit: (series_colors(options["color"])[0], lit)}
    elif lit:
        notes.append(f"There is no series called {lit}.")
    count = int(heights.notna().any(axis=1).sum())
    width = options["line_width"] or float(np.clip(18 / np.sqrt(count), 0.25, 1.6))
    opacity = options["opacity"] or float(np.clip(9 / np.sqrt(count), 0.2, 0.85))
    parts = [(*styles[name], heights[kinds == name] if group else heights) for name in series]
    if group and kinds.isna().any():
        parts.insert(0, (MUTED, "_nolegend_", heights[kinds.isna()]))
        notes.append(f"Grey: without a value in {group}.")
    for color, label, part in parts:
        lines = np.stack([np.broadcast_to(np.arange(len(names)), part.shape), part], axis=-1)
        faint = 0.5 if color == MUTED else 1.0
        style = {"colors": color, "linewidths": width, "alpha": opacity * faint, "zorder": 2 + faint}
        ax.add_collection(mpl.collections.LineCollection(list(lines), capstyle="round", **style))
        # A value without neighbours has no line; a dot keeps it in sight.
        there = part.notna().to_numpy()
        beside = np.pad(there, ((0, 0), (1, 1)))
        rows, columns = np.nonzero(there & ~beside[:, :-2] & ~beside[:, 2:])
        ax.scatter(columns, part.to_numpy()[rows, columns], s=12, color=color, linewidths=0)
        ax.plot([], [], color=color, label=label if label else "_nolegend_")

    ax.grid(False)
    ax.set_xlim(-0.35, len(names) - 0.65)
    for place in range(len(names)):
        ends = {"ymin": 0.1 / 1.2, "ymax": 1.1 / 1.2} if unit else {}
        ax.axvline(place, color=MUTED, linewidth=0.9, zorder=1, **ends)
    ax.spines[["left", "bottom"]].set_visible(False)
    if unit:
        ax.set_ylim(-0.1, 1.1)
        ax.set_yticks([])
        for place, ends in enumerate(zip(value_texts(low), value_texts(high), strict=True)):
            alike = low.iloc[place] == high.iloc[place]
            for text, spot, side in zip(ends, (0, 1), ("top", "bottom"), strict=True):
                if not (alike and spot):
                    shift = (0, 4 if spot else -4)
                    style = {"ha": "center", "va": side, "size": 8, "textcoords": "offset points"}
                    ax.annotate(text, (place, spot), shift, **style)
        notes.append("Each axis from its smallest to its largest value.")
    else:
        ax.autoscale_view(scalex=False)
        number_axis(ax.yaxis, np.array([0.5]))
    beside = add_legend(ax, options["legend"], group)
    category_axis(ax.xaxis, names, beside)
    label_axes(ax, "", "" if unit else "Standard deviations from the mean", notes)

fig.savefig(f"plot-{THEME}.png")
