"""Histogram: how often values fall into bins of equal width."""

import numpy as np
import pandas as pd
import plotnine as p9

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

EPOCH = pd.Timestamp(0)

# One row per counted value; dates are counted as days.
columns, group = roles["x"], roles.get("group")
dates = df[columns[0]].dtype.kind == "M"
if dates:
    df = df.assign(**{name: (df[name] - EPOCH) / pd.Timedelta(days=1) for name in columns})
table = long_table(df, None, columns, group)
notes = []
if options["log_x"] and not dates:
    hidden = int((table["value"] <= 0).sum())
    table = table[~(table["value"] <= 0)]
    notes.append(f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else "")
table = table.dropna(subset=["value"])

if table.empty:
    plot = message(
        options["title"], f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}."
    )
else:
    # Few different whole numbers get a bin each; else the Freedman-Diaconis rule, within reason.
    values = table["value"].to_numpy()
    scaled = np.log10(values) if options["log_x"] and not dates else values
    low, high = scaled.min(), scaled.max()
    if low == high:
        edges = low + np.array([-0.5, 0.5]) * (abs(low) / 10 or 1.0)
    elif options["bins"] is None and scaled is values and not dates and (values % 1 == 0).all() and high - low <= 30:
        edges = np.arange(low - 0.5, high + 1)
    else:
        iqr = np.subtract(*np.percentile(scaled, [75, 25]))
        rule = (high - low) / (2 * iqr / len(scaled) ** (1 / 3)) if iqr else 10
        edges = np.linspace(low, high, (options["bins"] or int(np.clip(np.ceil(rule), 5, 60))) + 1)
    if scaled is not values:
        # the ends are the values themselves: rounding must not push them out
        edges = 10**edges
        if low < high:
            edges[[0, -1]] = values.min(), values.max()

    table["series"] = merge_tail(table["series"], table["series"].value_counts(), 5)
    bins, outlines = [], []
    for name, part in table.groupby("series", observed=True)["value"]:
        heights = np.histogram(part, edges, density=options["scale"] == "density")[0].astype(float)
        heights *= 100 / len(part) if options["scale"] == "percent" else 1.0
        bins.append(pd.DataFrame({"start": edges[:-1], "end": edges[1:], "value": heights, "series": name}))
        steps = {"x": np.repeat(edges, 2), "value": np.r_[0, np.repeat(heights, 2), 0], "series": name}
        outlines.append(pd.DataFrame(steps))
    bins, outlines = pd.concat(bins, ignore_index=True), pd.concat(outlines, ignore_index=True)
    if dates:
        bins = bins.assign(**{end: EPOCH + pd.to_timedelta(bins[end], unit="D") for end in ("start", "end")})
        outlines["x"] = EPOCH + pd.to_timedelta(outlines["x"], unit="D")

    styles = series_styles(list(table["series"].cat.remove_unused_categories().cat.categories), options["color"])
    bins["series"] = pd.Categorical(bins["series"], list(styles), ordered=True)
    legend, _ = color_legend(styles, group, options["legend"], "fill")
    one = len(styles) == 1
    across = number_scale("x", values, options["x_range"], (0.02 if len(edges) > 2 else 0.6, 0) * 2)
    if dates:
        across = date_scale("x", bins["start"], options["date_format"], options["x_range"])
    elif options["log_x"]:
        across, _ = log_scale("x", table["value"], options["x_range"], (0.02, 0) * 2)
    upward, floor = number_scale("y", [0.0, *bins["value"]], options["y_range"], (0, 0, 0.05, 0)), 0.0
    if options["log_y"]:
        # On a logarithmic axis bars begin below the smallest of them.
        bins, outlines = on_axis(bins, True), on_axis(outlines, True)
        upward, _ = log_scale("y", bins["value"], options["y_range"], (0, 0, 0.05, 0))
        floor = bins["value"].min() / 2
    shapes = p9.geom_rect(
        color=PAPER if one else None, size=0.8 / POINT, alpha=1 if one else 0.22 if len(styles) == 2 else 0.08
    )
    colors = p9.scale_color_manual(values={name: color for name, (color, _) in styles.items()}, guide=None)
    outline = p9.geom_path(p9.aes("x", "value", color="series"), data=outlines, inherit_aes=False, size=1.8 / POINT)
    scales = {"count": "Count", "percent": "Share (%)", "density": "Density"}
    plot = (
        p9.ggplot(bins.assign(floor=floor), p9.aes(xmin="start", xmax="end", ymin="floor", ymax="value", fill="series"))
        + shapes
        + ([] if one else [outline, colors])
        + across
        + upward
        + legend
        + labels(
            options["title"],
            options["x_label"] or shared_name(columns),
            options["y_label"] or scales[options["scale"]],
            notes,
        )
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
