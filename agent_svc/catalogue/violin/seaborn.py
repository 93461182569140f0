"""Violin plot: the estimated density of the values of each category, with its quartiles."""

import matplotlib.pyplot as plt
import seaborn as sns

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

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {' or '.join(ys)}.")
else:
    labels, series = list(table["x"].cat.categories), list(table["series"].cat.categories)
    lying = lies_down(options["orientation"], labels)
    logarithmic = options["log_y"] and bool((table["value"] > 0).all())
    places = {"y": "x", "x": "value"} if lying else {"x": "x", "y": "value"}
    places |= {"hue": "series", "palette": series_colors(options["color"])[: len(series)], "legend": False}
    # A density of fewer than five values, or of equal ones, would be invented: these are dots.
    samples = table.groupby(["x", "series"], observed=True)["value"]
    spread = samples.transform("max") - samples.transform("min")
    many = (samples.transform("count") >= 5) & (
        spread > 1e-9 * table["value"].abs().groupby(table["x"]).transform("max")
    )
    dense = {"inner": "quart", "cut": 0, "density_norm": "width", "saturation": 1, "alpha": 0.4}
    dense |= {"linecolor": INK, "linewidth": 1, "log_scale": logarithmic or None}
    sns.violinplot(table[many], **places, **dense, width=0.8, gap=0.1, ax=ax)
    if not many.all():
        sns.stripplot(table[~many], **places, dodge=True, jitter=False, size=4.7, alpha=0.9, ax=ax)
    if len(series) > 1:
        for name, color in zip(series, places["palette"], strict=True):
            ax.plot([], [], "s", color=color, label=str(name))

    values = ax.xaxis if lying else ax.yaxis
    number_axis(values, table["value"])
    if options["log_y"]:
        notes.append(log_axis(values, table["value"]))
    if options["y_range"]:
        set_range(values, options["y_range"])
    beside = add_legend(ax, options["legend"], group)
    if options["show_counts"] and len(series) == 1:
        labels = counted(labels, table["x"])
    category_label, value = options["x_label"] or x or group or "", options["y_label"] or shared_name(ys)
    category_frame(ax, labels, lying, category_label, value, notes, beside)

fig.savefig(f"plot-{THEME}.png")
