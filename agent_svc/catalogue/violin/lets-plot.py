"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import lets_plot as lp
import numpy as np
import pandas as pd
from lets_plot import ggsave, ggsize

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
    names, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying, width = lies_down(options["orientation"], names), 0.8 / len(series)
    upward = (log_scale if options["log_y"] else number_scale)(table["value"], options["y_range"])
    notes.append(upward["note"])
    shapes, quartiles, dots = [], [], []
    for spot, place, sample in spots_of(table):
        name = {
            "place": (spot + (place - (len(series) - 1) / 2) * width) * (-1 if lying else 1),
            "series": series[place],
        }
        # A density of fewer than five values, or of equal ones, would be invented: these are dots.
        if len(sample) < 5 or np.ptp(sample) <= 1e-9 * np.abs(sample).max():
            dots.append(pd.DataFrame({"value": sample} | name))
            continue
        heights, widths = density(sample, upward["kind"] == "log")
        half = 0.45 * width * widths
        sides = np.r_[name["place"] - half, (name["place"] + half)[::-1]]
        shapes.append(pd.DataFrame({"x": sides, "value": np.r_[heights, heights[::-1]]} | name))
        low, middle, high = np.percentile(sample, [25, 50, 75])
        quartiles.append({"low": low, "middle": middle, "high": high} | name)
    styles = series_styles(series, options["color"])
    legend, beside = color_legend(styles if len(series) > 1 else {}, group, options["legend"], "fill")
    few = len(names) * len(series) <= 16
    plot = lp.ggplot() + LOOK
    if shapes:
        outlines = lp.aes("x", "value", fill="series", color="series", group="place")
        style = {"alpha": 0.35, "size": 1.2 * POINT, "sampling": "none"}
        plot += lp.geom_polygon(outlines, data=pd.concat(shapes, ignore_index=True), **style)
        quartiles = pd.DataFrame(quartiles)
        ends = lp.aes("place", ymin="low", ymax="high")
        plot += lp.geom_linerange(ends, data=quartiles, color=INK, size=(3.5 if few else 2) * POINT)
        middles = lp.aes("place", "middle")
        plot += lp.geom_point(middles, data=quartiles, color=PAPER, size=(3.4 if few else 2.4) * DOT)
    if dots:
        spots = lp.aes("place", "value", color="series")
        plot += lp.geom_point(
            spots, data=pd.concat(dots), size=4.7 * DOT, alpha=0.9, sampling="none", show_legend=False
        )
    shown = counted(names, table["x"]) if options["show_counts"] and len(series) == 1 else names
    plot += together(
        colored(styles),
        colored(styles, "fill") if len(series) == 1 else legend,
        category_axes(names, upward, lying, beside, shown),
    )
    category, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    plot += labels(options["title"], category, value, notes, lying)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
