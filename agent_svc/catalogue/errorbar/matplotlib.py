"""Error bars: mean or median with its spread, from the records of each place and series, or with given errors."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One centre with its spread per place and series; text stands at 0, 1, 2, ... in the order of the data.
x, y, group, error = roles["x"], roles["y"], roles.get("group"), roles.get("error")
center, spread = options["center"], options["spread"]
table = long_table(df, x, [y], group).dropna(subset=["value"])
if error:
    given = df[error].astype(float).replace([np.inf, -np.inf], np.nan).abs()
    table["error"] = given.reset_index(drop=True).reindex(table.index)
table["x"], names = as_positions(table["x"])
groups = table.groupby(["series", "x"], observed=True)["value"]
marks = groups.agg(center=center, count="count", sd="std", low="min", high="max").reset_index()
around = {"sd": 1.0, "sem": 1 / np.sqrt(marks["count"]), "ci95": 1.96 / np.sqrt(marks["count"])}
if error:
    # Errors that are given belong to their own records, which nothing sums up any more.
    marks = table.rename(columns={"value": "center"}).sort_values(["series", "x"], kind="stable")
    half = marks["error"].fillna(0)
    marks["low"], marks["high"] = marks["center"] - half, marks["center"] + half
elif spread in around:
    half = (marks["sd"] * around[spread]).fillna(0)
    marks["low"], marks["high"] = marks["center"] - half, marks["center"] + half
elif spread == "quartiles":
    marks["low"], marks["high"] = groups.quantile(0.25).to_numpy(), groups.quantile(0.75).to_numpy()

fig, ax = plt.subplots()
add_title(fig, options["title"])
if marks.empty:
    say(ax, f"No row has a value in both {x} and {y}.")
else:
    series = list(marks["series"].cat.remove_unused_categories().cat.categories)
    styles, busy = series_styles(series, options["color"]), marks["x"].nunique() > 40
    size = options["point_size"] or (10 if busy else 46)
    join = options["join"] if options["join"] is not None else not names
    for place, name in enumerate(series):
        part = marks[marks["series"] == name]
        color, label = styles[name]
        # Categories stand side by side; on an axis of numbers or dates they keep their place.
        spots = part["x"] + (place - (len(series) - 1) / 2) * 0.7 / len(series) if names else part["x"]
        if join:
            ax.plot(spots, part["center"], color=color, alpha=0.6, linewidth=1.2)
        ax.vlines(spots, part["low"], part["high"], color=color, linewidth=1.0 if busy else 1.6)
        ax.scatter(spots, part["center"], s=size, color=color, edgecolors=PAPER, linewidths=0.6, label=label, zorder=3)

    notes = []
    beside = add_legend(ax, options["legend"], group)
    labels = names
    if options["show_counts"] and not error and len(series) == 1 and len(names) <= 8:
        counts = marks.set_index("x")["count"]
        labels = [f"{label} (n\u00a0=\u00a0{count_text(counts.get(spot, 0))})" for spot, label in enumerate(names)]
    position_axis(ax.xaxis, marks["x"], labels, options["date_format"], beside)
    if names:
        ax.set_xlim(-0.6, len(names) - 0.4)
    number_axis(ax.yaxis, marks[["low", "high"]])
    if options["log_y"]:
        notes.append(log_axis(ax.yaxis, marks[["low", "center", "high"]].stack()))
    if options["reference"] is not None:
        reference_line(ax, options["reference"], options["reference_label"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    words = {"sd": "± one standard deviation", "sem": "± one standard error", "minmax": "smallest to largest value"}
    words |= {"ci95": "95 % confidence interval of the mean (1.96 standard errors)", "quartiles": "quartiles"}
    if error:
        notes.append(f"Bars: ± {error}." + (" Values without it have no bar." if marks["error"].isna().any() else ""))
    else:
        single = " Places with one value have no bar." if spread in around and (marks["count"] == 1).any() else ""
        notes.append(f"Dots: {center}; bars: {words[spread]}.{single}")
    measure = y if error else f"{center.capitalize()} of {y}"
    label_axes(ax, options["x_label"] or x, options["y_label"] or measure, notes)

fig.savefig(f"plot-{THEME}.png")
