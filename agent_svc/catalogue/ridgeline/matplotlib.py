"""Ridgeline plot: the estimated density of the values of each category, as hills one above the other."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One hill per category and column: the values of several columns are never brought together.
x, ys = roles.get("x"), roles["y"]
table, notes = sample_table(df, x, ys, None, options["sort"], options["top_n"] or 24, options["date_format"]), []
if x and len(ys) > 1:
    hills = [f"{label} · {name}" for label in table["x"].cat.categories for name in table["series"].cat.categories]
    own = table["x"].astype(str) + " · " + table["series"].astype(str)
    table["x"] = pd.Categorical(own, [hill for hill in hills if (own == hill).any()], ordered=True)
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)
logarithmic = options["log_y"] and bool((table["value"] > 0).all())


def density(sample):
    """Places between the smallest and the largest value, and the density there (Gaussian kernel, Scott's rule)."""
    points = np.log10(sample) if logarithmic else sample
    places = np.linspace(points.min(), points.max(), 240)
    rule = len(points) ** -0.2
    heights = mpl.mlab.GaussianKDE(points, bw_method=rule * options["bandwidth"]).evaluate(places)
    places = 10**places if logarithmic else places
    places[[0, -1]] = sample.min(), sample.max()  # rounding must not move the ends
    return places, heights


fig, ax = plt.subplots(figsize=(6, 6))
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels = list(table["x"].cat.categories)
    samples = [table.loc[table["x"] == label, "value"].to_numpy() for label in labels]
    enough = [len(one) >= 5 and np.ptp(one) > 1e-9 * np.abs(one).max() for one in samples]
    hills = [density(sample) if fits else None for sample, fits in zip(samples, enough, strict=True)]
    # All hills have the same scale, so that equal areas are equal shares of their row.
    highest = max((heights.max() for _, heights in filter(None, hills)), default=1.0)
    color = series_colors(options["color"])[0]
    for row, (sample, hill) in enumerate(zip(samples, hills, strict=True)):
        above = 2 + row / len(labels)
        if hill is None:
            # A density of fewer than five values, or of equal ones, would be invented: these are dots.
            ax.scatter(sample, np.full(len(sample), row), s=18, color=color, linewidths=0, zorder=above)
            continue
        places, heights = hill
        tops = row - options["overlap"] * heights / highest
        shade = color_map([PAPER, color])(0.45)
        ax.fill_between(places, row, tops, facecolor=shade, edgecolor=color, linewidth=1.2, zorder=above)
        if options["show_median"]:
            middle = float(np.median(sample))
            line = {"color": INK, "linewidth": 1.2, "zorder": above + 0.5 / len(labels)}
            ax.plot([middle, middle], [row, np.interp(middle, places, tops)], **line)

    number_axis(ax.xaxis, table["value"])
    ax.use_sticky_edges = False
    if options["log_y"]:
        notes.append(log_axis(ax.xaxis, table["value"]))
    if options["y_range"]:
        set_range(ax.xaxis, options["y_range"])
    shown = counted(labels, table["x"]) if options["show_counts"] else labels
    first = min(
        ((row - options["overlap"] * hill[1].max() / highest) for row, hill in enumerate(hills) if hill), default=0
    )
    scaled = "" if options["bandwidth"] == 1 else marked(f" × {options['bandwidth']:g}")
    if any(enough):
        notes.append(f"Gaussian kernel density, bandwidth by Scott's rule{scaled}, within the range of each row.")
    if any(enough) and options["show_median"]:
        notes.append("Line: median.")
    if not all(enough):
        notes.append("Fewer than five values, or equal ones, are dots.")
    category_frame(ax, shown, True, options["x_label"] or x or "", options["y_label"] or shared_name(ys), notes)
    ax.spines["left"].set_visible(False)
    ax.grid(True, axis="y")
    ax.set_ylim(len(labels) - 0.6, min(first, -0.2) - 0.2)

fig.savefig(f"plot-{THEME}.png")
