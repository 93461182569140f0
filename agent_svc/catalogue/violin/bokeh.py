"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import numpy as np
from bokeh.io import export_png

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One violin per category and series; without categories, one per series.
x, ys, group = roles.get("x"), roles["y"], roles.get("group")
table, notes = sample_table(df, x, ys, group, options["sort"], options["top_n"] or 30, options["date_format"]), []
if options["log_y"]:
    table, note = positive_only(table)
    notes.append(note)

if table.empty:
    plot = message(options["title"], f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), [str(name) for name in table["series"].cat.categories]
    lying = lies_down(options["orientation"], labels)
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    notes.append(scale["note"] if scale["kind"] == "linear" else "")
    colors = series_colors(options["color"])
    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = bar_frame(scale, texts, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, notes, legend["rows"], legend["beside"])

    plot = new_plot(*frame, parts, "x" if lying else "y")
    width, few = 0.8 / len(series), len(labels) * len(series) <= 16
    for place, spot, sample in spots_of(table):
        color, center = colors[spot % len(colors)], place + (spot - (len(series) - 1) / 2) * width
        named = {"legend_label": plain(short_name(series[spot]))}
        # A density of fewer than five values, or of equal ones, would be invented: these are dots.
        if len(sample) < 5 or np.ptp(sample) <= 1e-9 * np.abs(sample).max():
            look = {"size": 15, "fill_color": color, "line_color": None, "alpha": 0.9}
            plot.scatter(**by_value(lying, sample, np.full(len(sample), center)), **look, **named)
            continue
        heights, widths = density(sample, scale["kind"] == "log")
        sides = np.r_[center - 0.45 * width * widths, (center + 0.45 * width * widths)[::-1]]
        outline = by_value(lying, np.r_[heights, heights[::-1]], sides)
        plot.patch(**outline, fill_color=color, fill_alpha=0.35, line_color=color, line_width=3.3, **named)
        low, middle, high = np.percentile(sample, [25, 50, 75])
        plot.line(**by_value(lying, [low, high], [center, center]), color=INK, width=10 if few else 6)
        dot = {"size": 12 if few else 8, "fill_color": PAPER, "line_color": None}
        plot.scatter(**by_value(lying, [middle], [center]), **dot)
    if plot.legend:
        place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
