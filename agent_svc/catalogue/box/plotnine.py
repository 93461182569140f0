"""Box plot: median, quartiles, whiskers at 1.5 interquartile ranges and the values beyond."""

import plotnine as p9

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
    names, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], names)
    show_points = options["show_points"] if options["show_points"] is not None else len(table) <= 40 * len(names)
    show_points = show_points and len(names) * len(series) <= 24
    values = number_scale("y", table["value"], options["y_range"])
    if options["log_y"]:
        values, note = log_scale("y", table["value"], options["y_range"])
        notes.append(note)
        table = on_axis(table, options["log_y"])
    # The numbers are computed here: a drawn box then has the same quartiles in every library.
    parts = table.groupby(["x", "series"], observed=True)["value"]
    numbers = [{"x": x, "series": name, **box_numbers(part.to_numpy())} for (x, name), part in parts]
    boxes = pd.DataFrame(numbers).astype({"x": table["x"].dtype, "series": table["series"].dtype})
    beyond = boxes[["x", "series", "outside"]].explode("outside").dropna().astype({"outside": float})
    styles = series_styles(series, options["color"])
    legend, beside = color_legend(styles if len(series) > 1 else {}, group, options["legend"], "fill")
    colors = {name: color for name, (color, _) in styles.items()}
    scales = [p9.scale_fill_manual(values=colors, guide=None)] if len(series) == 1 else legend
    place = p9.position_dodge(0.8, preserve="single")
    dodge = {"jitter_width": 0.45, "jitter_height": 0, "dodge_width": 0.8, "random_state": 7}
    points = p9.geom_point(
        p9.aes("x", "value", color="series", fill="series"),
        data=table,
        inherit_aes=False,
        size=dot_size(4 * len(table), 16),
        alpha=0.75,
        stroke=0,
        position=p9.position_jitterdodge(**dodge),
    )
    outliers = p9.geom_point(
        p9.aes("x", "outside", group="series"), data=beyond, size=1, position=place, inherit_aes=False, color=INK
    )
    box = {"stat": "identity", "position": place, "width": 0.56, "alpha": 0.3, "fatten": 1.5, "size": 0.6}
    ends = p9.aes("x", lower="q1", middle="median", upper="q3", ymin="low", ymax="high", fill="series")
    shown = counted(names, table["x"]) if options["show_counts"] and len(series) == 1 else names
    plot = (
        p9.ggplot(boxes, ends)
        + p9.geom_boxplot(color=INK, **box)
        + (
            [points, p9.scale_color_manual(values=colors, guide=None)]
            if show_points
            else [outliers] * (len(beyond) > 0)
        )
        + values
        + scales
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
