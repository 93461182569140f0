"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import plotnine as p9

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per position and series: records that share both are aggregated, small series become one.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
if table["x"].dtype.kind not in "iufM":
    table["x"] = as_categories(table["x"])
named = table["x"].dtype.kind == "O"
table["series"] = merge_tail(table["series"], aggregate(table, "series", "sum"), options["top_n"] or 7)
amounts = aggregate(table, ["x", "series"], how)
wide = amounts.unstack("series")

if wide.isna().all(axis=None):
    plot = message(options["title"], f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Only amounts of one sign can stand on top of each other.
    one_sign = (wide.fillna(0) >= 0).all(axis=None)
    stacked = options["stacking"] in ("auto", "stacked") and one_sign and len(wide.columns) > 1
    # A stack needs a value of every series everywhere.
    inner = wide if named else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    # Between its records an area goes on; only a value that is missing leaves a gap.
    areas = (inner.fillna(0).stack(future_stack=True) if stacked else amounts).rename("value").reset_index()
    areas = in_runs(areas.sort_values("series", kind="stable"))
    styles = series_styles(list(wide.columns), options["color"])
    legend, beside = color_legend(styles, group, options["legend"], "fill")
    across, note = position_scale(areas["x"], options["date_format"], options["x_range"], beside=beside)
    if stacked:
        pile = p9.position_stack(reverse=True)
        layers = [p9.geom_area(color="none", alpha=0.85, position=pile)]
        if len(wide) > 1:
            layers.append(p9.geom_line(color=PAPER, size=0.8 / POINT, position=pile))
    else:
        # A value between two gaps has no area; a line keeps it in sight.
        alone = areas[areas["alone"]]
        opacity = 0.3 if len(wide.columns) > 1 else 0.4
        layers = [
            p9.geom_area(data=with_breaks(areas), color="none", alpha=opacity, position="identity"),
            joined(areas[~areas["alone"]], size=1.8 / POINT, show_legend=False),
            p9.scale_color_manual(values={name: color for name, (color, _) in styles.items()}, guide=None),
        ]
        if len(alone):
            ends = p9.aes(ymin=0, ymax="value")
            layers.append(p9.geom_linerange(ends, data=alone, size=4 / POINT, show_legend=False))
    refused = options["stacking"] == "stacked" and not one_sign
    notes = [note, "Not stacked, because some values are negative." if refused else ""]
    if stacked and bridged:
        notes.append("Gaps between values are interpolated.")
    if stacked and extended:
        notes.append("Missing values at the ends of a series count as zero.")
    floor = (0, 0, 0.05, 0) if (wide.fillna(0) >= 0).all(axis=None) else (0.05, 0, 0.05, 0)
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    plot = (
        p9.ggplot(areas, p9.aes("x", "value", fill="series", color="series", group="series"))
        + layers
        + p9.geom_hline(yintercept=0, color=MUTED, size=0.5)
        + across
        + number_scale("y", [0.0, *(wide.sum(axis=1) if stacked else wide.stack())], options["y_range"], floor)
        + legend
        + labels(options["title"], options["x_label"] or x, value, notes)
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
