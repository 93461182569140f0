"""Bump chart: ranks over time, each line named at its end."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per moment and series, then its rank among those of the moment; equal values share the better rank.
x, y, group = roles["x"], roles["y"], roles["group"]
how = options["aggregation"]
table = long_table(df, x, [y], group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], aggregate(table, "series", how), options["top_n"] or 15, other=False)
wide = aggregate(table.dropna(subset=["series"]), ["series", "x"], how).unstack("x").dropna(axis=1, how="all")
ranks = wide.rank(method="min", ascending=options["order"] == "ascending").dropna(how="all")

fig, ax = plt.subplots()
add_title(fig, options["title"])
if ranks.empty:
    say(ax, f"No row has a value in {x}, {y} and {group}.")
else:
    places, labels = np.arange(len(ranks.columns)), [str(name) for name in ranks.columns]
    styles, lit = series_styles(list(ranks.index), options["color"]), options["highlight"]
    size, ends = float(np.clip(170 / len(ranks), 4, 11)), []
    for name, line in ranks.iterrows():
        color = MUTED if lit in ranks.index and name != lit else styles[name][0]
        if lit == name:
            color = series_colors(options["color"])[0]
        faint, above = (0.55, 2) if color == MUTED else (1, 3)
        style = {
            "label": str(name),
            "color": color,
            "alpha": faint,
            "zorder": above,
            "linewidth": 1.4 * options["line_width"],
        }
        ax.plot(places, line, marker="o", markersize=size if len(labels) <= 25 else 0, markeredgewidth=0, **style)
        if np.isfinite(line.iloc[-1]):
            ends.append((line.iloc[-1], f"{line.iloc[-1]:.0f}  {name}", color))

    ax.grid(False)
    ax.set_xlim(-0.15, max(places[-1], 0.5) + 0.15)
    ax.set_ylim(float(np.nanmax(ranks)) + 0.6, 0.4)
    ax.set_yticks(range(1, int(np.nanmax(ranks)) + 1))
    ax.spines[["left", "bottom"]].set_visible(False)
    name_ends(ax, ends)
    category_axis(ax.xaxis, labels, beside=2.2)
    left_out = df[group].nunique() - len(ranks)
    notes = [f"Smaller or empty series are left out ({count_text(left_out)})."] if left_out > 0 else []
    if lit and lit not in ranks.index:
        notes.append(f"There is no line called {lit}.")
    value = value_label(table, ["series", "x"], how, [y])
    rank = f"Rank by {value[:1].lower()}{value[1:]}" if value != y else f"Rank by {y}"
    label_axes(ax, options["x_label"] or x, options["y_label"] or rank, notes)

fig.savefig(f"plot-{THEME}.png")
