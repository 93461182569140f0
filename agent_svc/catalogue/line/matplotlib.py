"""Line chart: values along an ordered axis, records that share a position aggregated."""

import matplotlib.pyplot as plt

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# One value per position and series: records that share both are aggregated.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
dates, positions = is_date(table["x"]), is_number(table["x"])
if positions:
    table["x"] = numbers(table["x"])
elif not dates:
    table["x"] = as_categories(table["x"])
table = table.dropna(subset=["x"])
lines = aggregate(table, ["series", "x"], how).reset_index()

fig, ax = plt.subplots()
add_title(fig, options["title"])
if lines["value"].isna().all():
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    # Categories stand at 0, 1, 2, ... in the order of the data.
    names = [] if dates or positions else list(table["x"].cat.categories)
    if names:
        lines["x"] = lines["x"].cat.codes
    drawn = lines.groupby("series", observed=True)
    markers = options["markers"] if options["markers"] is not None else len(lines) <= 40 * drawn.ngroups
    styles = series_styles([name for name, _ in drawn], options["color"])
    for name, line in drawn:
        color, label = styles[name]
        above, width = (2, 0.6) if color == MUTED else (3, 1.0)
        style = {"color": color, "zorder": above, "linewidth": width * options["line_width"]}
        ax.plot(line["x"], line["value"], label=label, **style)
        # A value between two gaps has no line; a dot keeps it in sight.
        alone = line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()
        dots = line if markers else line[alone]
        ax.scatter(dots["x"], dots["value"], s=20, color=color, edgecolors=PAPER, linewidths=0.6, zorder=above + 0.1)

    notes = []
    ax.margins(x=0.05 if names else 0.02)
    number_axis(ax.yaxis, lines["value"])
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    elif positions:
        number_axis(ax.xaxis, lines["x"])
        if options["log_x"]:
            notes.append(log_axis(ax.xaxis, lines["x"]))
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, lines["value"].dropna()))
    set_range(ax.yaxis, options["y_range"])
    value = value_label(table, ["series", "x"], how, ys)
    label_axes(ax, options["x_label"] or x, options["y_label"] or value)
    beside = add_legend(ax, options["legend"], group)
    if names:
        category_axis(ax.xaxis, names, beside)
    else:
        set_range(ax.xaxis, options["x_range"])
    add_note(fig, notes)

fig.savefig(f"plot-{THEME}.png")
