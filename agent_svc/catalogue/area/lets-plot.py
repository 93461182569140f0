"""Area chart: values along an ordered axis as filled areas, on top of each other or one before the other."""

import lets_plot as lp
from lets_plot import ggsave, ggsize

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per position and series: records that share both are aggregated, small series become one.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
table["x"], names = as_positions(table["x"])
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
    inner = wide if names else wide.interpolate("index", limit_area="inside")
    bridged, extended = (inner.isna() != wide.isna()).any(axis=None), inner.isna().any(axis=None)
    # Between its records an area goes on; only a value that is missing leaves a gap.
    areas = (inner.fillna(0).stack(future_stack=True) if stacked else amounts).rename("high").reset_index()
    heights = areas.groupby("x", observed=True)["high"].cumsum() if stacked else areas["high"]
    areas = areas.assign(x=milliseconds(areas["x"]), low=heights - areas["high"] if stacked else 0.0, high=heights)
    areas = in_runs(areas.sort_values("series", kind="stable"), "high")
    styles = series_styles(list(wide.columns), options["color"])
    legend, beside = color_legend(styles, group, options["legend"], "fill")
    places = wide.index.to_series()
    across = position_scale(places, names, options["date_format"], options["x_range"], WIDTH - 240 - beside)
    upward = number_scale(areas["high"], options["y_range"], zero=True)
    opacity = 0.85 if stacked else 0.3 if len(wide.columns) > 1 else 0.4
    plot = lp.ggplot(areas, lp.aes("x", ymin="low", ymax="high", fill="series", group="run")) + LOOK
    plot += together(joined(areas, lp.aes(group="run"), lp.geom_ribbon, alpha=opacity, color=PAPER, size=0))
    edge = {"color": PAPER, "size": 0.8 * POINT} if stacked else {"size": 1.8 * POINT}
    rim = lp.aes(y="high") if stacked else lp.aes(y="high", color="series")
    if len(wide) <= 4000:
        # An edge of more vertices than the picture has columns shows nothing, and takes as long as the areas.
        plot += together(joined(areas, rim, show_legend=False, **edge))
    if areas["alone"].any():
        # A value between two gaps has no area; a line keeps it in sight.
        alone = lp.aes("x", ymin="low", ymax="high", color="series")
        plot += lp.geom_linerange(alone, data=areas[areas["alone"]], size=4 * POINT, show_legend=False)
    refused = options["stacking"] == "stacked" and not one_sign
    notes = ["Not stacked, because some values are negative."] if refused else []
    if stacked and bridged:
        notes.append("Gaps between values are interpolated.")
    if stacked and extended:
        notes.append("Missing values at the ends of a series count as zero.")
    plot += together(colored(styles), zero_line(upward), axes(across, upward), legend)
    value = options["y_label"] or value_label(table, ["x", "series"], how, ys)
    plot += labels(options["title"], options["x_label"] or x, value, notes)

ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)
