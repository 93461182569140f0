"""Population pyramid: two groups back to back, one bar per class on either side."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per class and side; numbers and dates ascend from bottom to top.
x, ys, group = roles["x"], roles["y"], roles.get("group")
how = options["aggregation"]
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["x"] = merge_tail(table["x"], table["x"].value_counts(), 60)
sides = list(table["series"].cat.categories)
extra = sides[2:]
wide = aggregate(table, ["x", "series"], how).unstack("series").reindex(columns=sides[:2]).dropna(how="all")
if options["sort"] == "label":
    wide = wide.loc[sorted(wide.index, key=lambda name: str(name).casefold())]
elif options["sort"] == "reversed":
    wide = wide[::-1]
if options["scale"] == "percent":
    wide = 100 * wide / (wide.sum(axis=None) or np.nan)

fig, ax = plt.subplots()
add_title(fig, options["title"])
if wide.isna().all(axis=None):
    say(ax, f"No row has a value in both {x} and {' or '.join(ys)}.")
else:
    labels, places = [str(name) for name in wide.index], np.arange(len(wide))
    show_values = options["show_values"] or (options["show_values"] is None and len(wide) <= 12)
    longest = float(wide.abs().max(axis=None)) or 1.0
    # An amount below zero shares its side with the other group: the shorter bar lies in front, numbers above both.
    plate = {"facecolor": PAPER, "edgecolor": "none", "pad": 1} if (wide < 0).any(axis=None) else None
    for side, name, color in zip((-1, 1), wide.columns, series_colors(options["color"]), strict=False):
        drawn = ax.barh(places, side * wide[name], 0.86, color=color, label=str(name))
        for bar, length in zip(drawn, wide[name].abs().fillna(0), strict=True):
            bar.set_zorder(1.9 - 0.9 * length / longest)
        if show_values:
            ax.bar_label(drawn, value_texts(wide[name]), padding=3, size=8, color=INK, bbox=plate)

    # Numbers beside the longest bars have room before the names begin.
    texts = value_texts(wide.to_numpy().ravel()) if show_values else [""]
    room = max(0.12, max(text_width(text, 8) for text in texts) / 130)
    reach = (1 + room) * longest
    ax.set_xlim(-reach, reach)
    number_axis(ax.xaxis, wide)
    plain = ax.xaxis.get_major_formatter()
    ax.xaxis.set_major_formatter(lambda value, place: plain(abs(value), place))
    ax.axvline(0, color=PAPER, linewidth=1.5)
    ax.spines["left"].set_visible(False)
    beside = add_legend(ax, options["legend"], group)
    notes = [f"A pyramid has two sides: {', '.join(extra)} left out."] if extra else []
    if (wide < 0).any(axis=None):
        notes.append("Amounts below zero point to the other side.")
    value = value_label(table, ["x", "series"], how, ys)
    value = options["y_label"] or (
        f"Share of {value[:1].lower()}{value[1:]} (%)" if options["scale"] == "percent" else value
    )
    category_frame(ax, labels, True, options["x_label"] or x, value, notes, beside)
    ax.invert_yaxis()

fig.savefig(f"plot-{THEME}.png")
