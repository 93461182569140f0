"""Histogram: how often values fall into bins of equal width."""

import lets_plot as lp
import numpy as np
import pandas as pd
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per counted value; dates are counted as days.
columns, group = roles["x"], roles.get("group")
dates = df[columns[0]].dtype.kind == "M"
if dates:
    df = df.assign(**{name: as_days(df[name]) for name in columns})
table = long_table(df, None, columns, group)
logarithmic, notes = options["log_x"] and not dates, []
if logarithmic:
    hidden = int((table["value"] <= 0).sum())
    table = table[~(table["value"] <= 0)]
    notes.append(f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else "")
table = table.dropna(subset=["value"])

if table.empty:
    plot = message(
        options["title"], f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}."
    )
else:
    values = table["value"].to_numpy()
    edges = bin_edges(values, options["bins"], logarithmic, dates)
    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 5)
    days = as_dates(edges) if dates else None
    sides = milliseconds(days).to_numpy() if dates else edges
    bins, outlines = [], []
    for name, part in table.groupby("series", observed=True)["value"]:
        heights = bin_heights(part.to_numpy(), edges, options["scale"])
        bins.append(pd.DataFrame({"start": sides[:-1], "end": sides[1:], "value": heights, "series": str(name)}))
        corners = np.r_[0, np.repeat(heights, 2), 0]
        outlines.append(pd.DataFrame({"x": np.repeat(sides, 2), "value": corners, "series": str(name)}))
    bins, outlines = pd.concat(bins, ignore_index=True), pd.concat(outlines, ignore_index=True)

    upward = number_scale(bins["value"], options["y_range"], (0, 0.05), zero=True)
    if options["log_y"]:
        # From half of the smallest bar on, so that it can be seen.
        seen = bins.loc[bins["value"] > 0, "value"]
        upward = log_scale(pd.concat([seen, seen / 2]), options["y_range"], 0.02)
    floor = upward["ends"][0] if upward["kind"] == "log" else 0.0
    if dates:
        across = date_scale(days, options["date_format"], options["x_range"])
    elif logarithmic:
        across = log_scale(edges, options["x_range"], 0.02)
    else:
        across = number_scale(edges, options["x_range"], (0.02, 0.02) if len(edges) > 2 else (0.6, 0.6))
    styles = series_styles(list(bins["series"].unique()), options["color"])
    legend, _ = color_legend(styles, group, options["legend"], "fill")
    one, opacity = len(styles) == 1, {1: 1, 2: 0.22}.get(len(styles), 0.08)
    plot = lp.ggplot(bins[bins["value"] > 0].assign(floor=floor)) + LOOK
    rim = {"color": PAPER, "size": 0.8 * POINT} if one else {"size": 0}
    sides = lp.aes(xmin="start", xmax="end", ymin="floor", ymax="value", fill="series")
    plot += lp.geom_rect(sides, alpha=opacity, sampling="none", **rim)
    if not one:
        steps = outlines.assign(value=outlines["value"].clip(lower=floor))
        plot += lp.geom_path(
            lp.aes("x", "value", color="series"), data=steps, size=1.8 * POINT, sampling="none", show_legend=False
        )
        plot += colored(styles)
    plot += together(axes(across, upward), legend)
    scales = {"count": "Count", "percent": "Share (%)", "density": "Density"}
    upright = options["y_label"] or scales[options["scale"]]
    plot += labels(options["title"], options["x_label"] or shared_name(columns), upright, notes)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
