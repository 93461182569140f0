"""Density plot: the estimated density of the values of each series."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per value; the smallest series beyond seven become one, Other.
columns, group = roles["x"], roles.get("group")
table, notes = long_table(df, None, columns, group).dropna(subset=["value"]), []
if options["log_x"]:
    table, note = positive_only(table)
    notes.append(note)
table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)
logarithmic = options["log_x"] and bool((table["value"] > 0).all())


def density(sample):
    """Places between the smallest and the largest value, and the density there (Gaussian kernel, Scott's rule)."""
    points = np.log10(sample) if logarithmic else sample
    places = np.linspace(points.min(), points.max(), 400)
    rule = len(points) ** -0.2
    heights = mpl.mlab.GaussianKDE(points, bw_method=rule * options["bandwidth"]).evaluate(places)
    places = 10**places if logarithmic else places
    places[[0, -1]] = sample.min(), sample.max()  # rounding must not move the ends
    return places, heights


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(columns)}.")
else:
    parts = [(name, part["value"].to_numpy()) for name, part in table.groupby("series", observed=True)]
    styles = series_styles([name for name, _ in parts], options["color"])
    rug = options["rug"] if options["rug"] is not None else len(table) <= 200
    alone = []
    for name, sample in parts:
        color, label = styles[name]
        if len(sample) >= 5 and np.ptp(sample) > 1e-9 * np.abs(sample).max():
            places, heights = density(sample)
            ax.plot(places, heights, color=color, linewidth=options["line_width"], label=label, zorder=3)
            if options["fill"]:
                ax.fill_between(places, heights, color=color, alpha=0.3 if len(parts) == 1 else 0.14, linewidth=0)
        else:
            alone.append((sample, color, label))
    # A density of fewer than five values, or of equal ones, would be invented: these are lines.
    top = ax.get_ylim()[1] if len(alone) < len(parts) else 1.0
    for sample, color, label in alone:
        ax.vlines(np.unique(sample), 0, 0.5 * top, color=color, linewidth=options["line_width"], label=label)

    ax.set_ylim(0, 1.06 * top if len(alone) < len(parts) else 1)
    ax.margins(x=0.02)
    if rug:
        ax.spines["bottom"].set_visible(False)
        ax.tick_params(axis="x", length=0, pad=4 + 9.5 * len(parts))
    number_axis(ax.xaxis, table["value"])
    number_axis(ax.yaxis, np.array([0.0, 0.5]))
    if options["log_x"]:
        log_axis(ax.xaxis, table["value"])
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    if len(alone) == len(parts):
        ax.set_yticks([])
    if rug:
        # The strokes of a series have a row of their own below the axis.
        first, last = ax.get_xlim()
        for place, (name, sample) in enumerate(parts):
            low, seen = -0.035 * (place + 1), sample[(sample >= first) & (sample <= last)]
            ends = {"ymin": low, "ymax": low + 0.024, "transform": ax.get_xaxis_transform(), "clip_on": False}
            ax.vlines(seen, color=styles[name][0], linewidth=0.8, alpha=0.8, **ends)
    add_legend(ax, options["legend"], group)
    scaled = "" if options["bandwidth"] == 1 else marked(f" × {options['bandwidth']:g}")
    if len(alone) < len(parts):
        notes.append(f"Gaussian kernel density, bandwidth by Scott's rule{scaled}, within the range of the data.")
    if alone:
        notes.append("Fewer than five values, or equal ones, are lines at the values.")
    unit = "Density per decade" if logarithmic else "Density"
    label_axes(ax, options["x_label"] or shared_name(columns), options["y_label"] or unit, notes)

fig.savefig(f"plot-{THEME}.png")
