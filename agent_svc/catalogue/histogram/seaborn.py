"""Histogram: how often values fall into bins of equal width."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One row per counted value; dates are counted as days.
columns, group = roles["x"], roles.get("group")
dates = df[columns[0]].dtype.kind == "M"
if dates:
    df = df.assign(**{name: mpl.dates.date2num(df[name]) for name in columns})
table = long_table(df, None, columns, group)
notes = []
if options["log_x"] and not dates:
    hidden = int((table["value"] <= 0).sum())
    table = table[~(table["value"] <= 0)]
    notes.append(f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else "")
table = table.dropna(subset=["value"])

fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a {'positive ' if options['log_x'] else ''}value in {' or '.join(columns)}.")
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
    groups = [(str(name), part["value"]) for name, part in table.groupby("series", observed=True)]
    colors = series_colors(options["color"])
    for color, (name, part) in zip(colors, groups, strict=False):
        common = {"x": part, "bins": edges, "stat": options["scale"], "color": color, "ax": ax}
        if len(groups) == 1:
            sns.histplot(**common, alpha=1, edgecolor=PAPER, linewidth=0.8, label=name)
        else:
            sns.histplot(**common, alpha=0.22 if len(groups) == 2 else 0.08, linewidth=0)
            sns.histplot(**common, element="step", fill=False, linewidth=1.8, label=name)

    ax.margins(x=0.02 if len(edges) > 2 else 0.6)
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, values)
        if options["log_x"]:
            log_axis(ax.xaxis, table["value"])
    number_axis(ax.yaxis, np.array([0.0, 1.0 if options["scale"] == "count" else 0.5]))
    if options["log_y"]:
        ax.set_yscale("log")
        log_axis(ax.yaxis, pd.Series([1, 10 ** np.ceil(np.log10(max(ax.get_ylim()[1], 1.1)))]))
    if options["x_range"]:
        set_range(ax.xaxis, options["x_range"])
    if options["y_range"]:
        set_range(ax.yaxis, options["y_range"])
    scales = {"count": "Count", "percent": "Share (%)", "density": "Density"}
    add_legend(ax, options["legend"], group)
    label_axes(ax, options["x_label"] or shared_name(columns), options["y_label"] or scales[options["scale"]], notes)

fig.savefig(f"plot-{THEME}.png")
