"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import pandas as pd
import plotnine as p9

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
    lying = lies_down(options["orientation"], names)
    values = number_scale("y", table["value"], options["y_range"])
    if options["log_y"]:
        values, note = log_scale("y", table["value"], options["y_range"])
        notes.append(note)
    # A density of fewer than five values, or of equal ones, would be invented: these are dots.
    samples = table.groupby(["x", "series"], observed=True)["value"]
    spread = samples.transform("max") - samples.transform("min")
    dense = (samples.transform("count") >= 5) & (spread > 1e-9 * samples.transform(lambda sample: sample.abs().max()))
    shares = {"low": 0.25, "middle": 0.5, "high": 0.75}
    known = table[dense].groupby(["x", "series"], observed=True)["value"]
    quartiles = pd.DataFrame({name: known.quantile(share) for name, share in shares.items()}).reset_index()
    styles = series_styles(series, options["color"])
    legend, beside = color_legend(styles if len(series) > 1 else {}, group, options["legend"], "fill")
    colors = {name: color for name, (color, _) in styles.items()}
    fills = [p9.scale_fill_manual(values=colors, guide=None)] if len(series) == 1 else legend
    place, few = p9.position_dodge(0.8), len(names) * len(series) <= 16
    shapes = [
        p9.geom_violin(data=table[dense], scale="width", width=0.72, alpha=0.35, size=0.6, position=place),
        p9.geom_linerange(
            p9.aes("x", ymin="low", ymax="high", group="series"),
            data=quartiles,
            inherit_aes=False,
            color=INK,
            size=2 if few else 1.1,
            position=place,
        ),
        p9.geom_point(
            p9.aes(y="middle", group="series"),
            data=quartiles,
            color=PAPER,
            size=1.6 if few else 1,
            position=place,
            show_legend=False,
        ),
    ]
    dots = p9.geom_point(data=table[~dense], size=2.6, stroke=0, alpha=0.9, position=place, show_legend=False)
    shown = counted(names, table["x"]) if options["show_counts"] and len(series) == 1 else names
    plot = (
        p9.ggplot(table, p9.aes("x", "value", fill="series", color="series"))
        + (shapes if dense.any() else [])
        + ([] if dense.all() else dots)
        + p9.scale_color_manual(values=colors, guide=None)
        + values
        + fills
        + category_frame(names, lying, beside, shown)
        + labels(
            options["title"],
            options["x_label"] or x or group or "",
            options["y_label"] or shared_name(ys),
            notes,
            lying,
        )
    )

plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)
