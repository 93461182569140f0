"""Quantile plot: sorted values against the quantiles of a normal distribution."""

import math

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One point per value; the i-th of n stands at the quantile (i - 0.5) / n (Hazen's plotting positions).
columns, group = roles["y"], roles.get("group")
table = long_table(df, None, columns, group).dropna(subset=["value"])


def normal_quantiles(count):
    """The quantiles of the standard normal distribution at (i - 0.5) / count, by Newton's method on erfc."""
    tails = (np.arange(1, count // 2 + 1) - 0.5) / count
    z = -np.sqrt(-2 * np.log(tails)) + 0.3  # a start beyond which the steps cannot miss
    for _ in range(60):
        below = np.array([0.5 * math.erfc(-value / math.sqrt(2)) for value in z])
        step = (below - tails) / (np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi))
        # Halley's correction keeps the steps in the tail short enough.
        step /= 1 + z * step / 2
        z -= step
        if np.abs(step).max(initial=0.0) < 1e-15:
            break
    return np.concatenate([z, np.zeros(count % 2), -z[::-1]])


fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(columns)}.")
else:
    parts = [(name, np.sort(part["value"].to_numpy())) for name, part in table.groupby("series", observed=True)]
    styles = series_styles([name for name, _ in parts], options["color"])
    busiest = max(len(sample) for _, sample in parts)
    size = options["point_size"] or dots_size(4 * busiest, 30)
    opacity = options["opacity"] or (0.85 if busiest <= 400 else 0.6)
    shown = []
    for name, sample in parts:
        color, label = styles[name]
        if options["standardise"]:
            spread = sample.std()
            sample = (sample - sample.mean()) / spread if spread > 0 else sample * 0
        z = normal_quantiles(len(sample))
        ax.scatter(z, sample, s=size, color=color, alpha=opacity, linewidths=0, label=label, zorder=3)
        shown.append(sample)
        low, high = np.percentile(sample, [25, 75])
        if options["show_line"] and high > low and len(sample) > 3:
            slope = (high - low) / (2 * 0.6744897501960817)  # the distance of the normal quartiles
            ends = np.array([z[0], z[-1]])
            line = {"color": color if len(parts) > 1 else INK, "linewidth": 1.2, "zorder": 2}
            ax.plot(ends, (low + high) / 2 + slope * ends, **line)

    ax.grid(True, axis="both")
    ax.margins(0.05)
    number_axis(ax.xaxis, np.array([0.0, 0.5]))
    number_axis(ax.yaxis, np.concatenate(shown))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    add_legend(ax, options["legend"], group, scale=max(np.sqrt(30 / size), 1.0))
    notes = ["Quantiles at (i − 0.5) / n."]
    if options["show_line"]:
        notes.append("Line: through the quartiles.")
    if len(parts) == 1:
        notes.append(f"n = {count_text(len(table))}.")
    value = options["y_label"] or shared_name(columns)
    value = f"{value} (standardised)" if options["standardise"] and not options["y_label"] else value
    label_axes(ax, options["x_label"] or "Quantiles of the normal distribution", value, notes)

fig.savefig(f"plot-{THEME}.png")
