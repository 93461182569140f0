"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import numpy as np
from bokeh.io import export_png

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One box per category and series; without categories, one per series.
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
    colors = series_colors(options["color"])
    width = 0.8 / len(series)
    spread = np.random.default_rng(7)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(labels)
    show_points = show_points and len(labels) * len(series) <= 24
    scale = number_scale(table["value"], options["y_range"])
    if options["log_y"]:
        scale = log_scale(table["value"], options["y_range"])
    legend = legend_place(series if len(series) > 1 else [], options["legend"], group)
    texts = counted(labels, table["x"]) if options["show_counts"] and len(series) == 1 else labels
    names = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    frame = bar_frame(scale, texts, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, [*notes, scale["note"]], legend["rows"], legend["beside"])

    plot = new_plot(*frame, parts, "x" if lying else "y")
    size = 2 * POINT * float(np.clip(2250 / len(table), 5, 16) / np.pi) ** 0.5 if show_points else 8
    for place, spot, sample in spots_of(table):
        color, center = colors[spot % len(colors)], place + (spot - (len(series) - 1) / 2) * width
        sample = sample[sample > 0] if scale["kind"] == "log" else sample
        box = box_numbers(sample)
        if box:
            named = {"legend_label": plain(short_name(series[spot]))}
            add_box(plot, box, center, 0.35 * width, color, lying, **named)
            # Every value, moved sideways a little so that equal ones can be told apart.
            dots = sample if show_points else box["outside"]
            aside = spread.uniform(-0.22, 0.22, len(dots)) * width if show_points else np.zeros(len(dots))
            look = {"size": size, "fill_color": color, "line_color": None, "alpha": 0.75 if show_points else 1}
            plot.scatter(**by_value(lying, dots, center + aside), **look)
    if plot.legend:
        place_legend(plot, legend, group)

export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)
