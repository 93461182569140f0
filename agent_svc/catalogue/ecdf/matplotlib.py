"""Cumulative distribution: the share of values up to each value, as steps."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One step per value; values of zero or below count even where a logarithmic axis cannot show them.
columns, group = roles["x"], roles.get("group")
table = long_table(df, None, columns, group).dropna(subset=["value"])
whole = 100.0 if options["scale"] == "percent" else 1.0

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(columns)}.")
else:
    parts = [(name, np.sort(part["value"].to_numpy())) for name, part in table.groupby("series", observed=True)]
    styles = series_styles([name for name, _ in parts], options["color"])
    medians = value_texts([np.median(sample) for _, sample in parts])
    for (name, sample), median in zip(parts, medians, strict=True):
        color, label = styles[name]
        if options["show_median"] and color != MUTED and len(parts) > 1:
            label = f"{wrapped(label, 110, lines=1)} ({median})"
        shares = whole * np.arange(1, len(sample) + 1) / len(sample)
        style = {"color": color, "linewidth": options["line_width"], "zorder": 2 if color == MUTED else 3}
        dots = {"marker": "o", "markersize": 4, "markeredgewidth": 0} if len(sample) <= 30 else {}
        ax.plot(sample, shares, drawstyle="steps-post", label=label, **dots, **style)
        # The first step begins at zero.
        ax.plot(sample[[0, 0]], [0, 1 / len(sample) / 1.04], transform=ax.get_xaxis_transform(), **style)

    ax.grid(True, axis="both")
    ax.margins(x=0.03)
    ax.set_ylim(0, 1.04 * whole)
    ax.set_yticks(np.linspace(0, whole, 5), [marked(f"{share:g}") for share in np.linspace(0, whole, 5)])
    number_axis(ax.xaxis, table["value"])
    notes = []
    if options["show_median"]:
        ax.axhline(whole / 2, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
        several = "Numbers in brackets: medians." if len(parts) > 1 else f"Median: {medians[0]}."
        notes.append(f"Dashed line: one half. {several}")
    if options["log_x"]:
        notes.append(log_axis(ax.xaxis, table["value"]))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    add_legend(ax, options["legend"], group)
    if len(parts) == 1:
        notes.append(f"n = {count_text(len(table))}.")
    share = "Share of values (%)" if options["scale"] == "percent" else "Share of values"
    label_axes(ax, options["x_label"] or shared_name(columns), options["y_label"] or share, notes)

fig.savefig(f"plot-{THEME}.png")
