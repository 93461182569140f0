"""Pair plot: every pair of columns as a scatter plot, and every column as a histogram."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One point per row that has both values of a pair.
names, group = roles["y"], roles.get("group")
numbers = df[names].astype(float).replace([np.inf, -np.inf], np.nan)
names = [name for name in names if numbers[name].notna().any()]
kinds = as_categories(df[group]) if group else None
numbers = numbers[kinds.notna()] if group else numbers
series = [name for name in kinds.cat.categories if (kinds == name).any()] if group else [""]
styles = series_styles(series, options["color"])


def edges_of(values):
    """Equal bins: as many as asked for, else by the rule of Freedman and Diaconis, 5 to 30."""
    low, high = float(values.min()), float(values.max())
    if low == high:
        return low + np.array([-0.5, 0.5]) * (abs(low) / 10 or 1.0)
    width = 2 * np.subtract(*np.percentile(values, [75, 25])) / len(values) ** (1 / 3)
    bins = options["bins"] or int(np.clip(np.ceil((high - low) / width) if width else 10, 5, 30))
    return np.linspace(low, high, bins + 1)


def few_ticks(axis, values):
    """At most four ticks: panels are small."""
    number_axis(axis, values)
    axis.set_major_locator(mpl.ticker.MaxNLocator(3, steps=[1, 2, 2.5, 5, 10]))


count = max(len(names), 1)
fig, axes = plt.subplots(count, count, figsize=(6, 6), squeeze=False, sharex="col")
add_title(fig, options["title"])
fig.get_layout_engine().set(w_pad=0.05, h_pad=0.05)
if not names or numbers.dropna(how="all").empty:
    for ax in axes.flat[1:]:
        ax.set_axis_off()
    say(axes[0, 0], f"No row has a value in {' or '.join(roles['y'])}.")
else:
    few = len(numbers) <= 400
    size = options["point_size"] or dots_size(len(numbers) * count / 2, 22)
    opacity = options["opacity"] or (0.8 if few else 0.45)
    for row, column in np.ndindex(axes.shape):
        ax, x, y = axes[row, column], numbers[names[column]], numbers[names[row]]
        ax.tick_params(labelsize=7, length=2 if row == count - 1 else 0)
        ax.tick_params(axis="y", length=2 if column == 0 and row else 0)
        ax.grid(column < row, axis="both")
        if row == column:
            edges = edges_of(x.dropna().to_numpy())
            parts = [(x[kinds == name] if group else x).dropna() for name in series]
            edge = {"edgecolor": PAPER, "linewidth": 0.5 if len(series) < 9 else 0}
            ax.hist(parts, edges, stacked=True, color=[styles[name][0] for name in series], **edge)
            ax.spines["left"].set_visible(False)
            ax.set_yticks([])
        elif column < row:
            for name in series:
                own = (kinds == name) if group else x.notna()
                style = {"color": styles[name][0], "alpha": opacity, "linewidths": 0}
                ax.scatter(x[own], y[own], s=size, label=styles[name][1] or None, **style)
            few_ticks(ax.yaxis, y)
            ax.margins(0.06)
            ax.tick_params(axis="y", labelleft=column == 0)
        else:
            ax.set_axis_off()
            both = numbers[[names[column], names[row]]].dropna()
            vary = len(both) > 1 and (both.max() - both.min() > 1e-12 * both.abs().max()).all()
            if options["upper"] == "correlation" and not group and vary:
                r = float(np.corrcoef(both.to_numpy().T)[0, 1])
                text = marked(f"r = {r if abs(r) >= 0.005 else 0.0:.2f}".replace("-", "−"))
                where = {"ha": "center", "va": "center", "transform": ax.transAxes}
                ax.text(0.5, 0.5, text, size=8 + 5 * abs(r), **where)
        if row == count - 1:
            few_ticks(ax.xaxis, x)
            ax.set_xlabel(wrapped(names[column], 72 * 5.1 / count, 9, lines=2), size=9)
        if column == 0:
            ax.set_ylabel(wrapped(names[row], 72 * 4.6 / count, 9, lines=2), size=9)
    fig.align_ylabels(axes[:, 0])
    notes = []
    if group and options["legend"] == "auto" and count > 1:
        handles, labels = axes[-1, 0].get_legend_handles_labels()
        labels = [wrapped(label, 300 / count + 20, lines=1) for label in labels]
        place = {"loc": "upper right", "bbox_to_anchor": (1.0, 1.0), "borderpad": 0, "alignment": "left"}
        legend = axes[0, -1].legend(handles, labels, title=wrapped(group, 300 / count + 20, lines=1), **place)
        legend.set_in_layout(False)
        for handle in legend.legend_handles:
            handle.set(sizes=[26], alpha=1)
    elif options["upper"] == "correlation" and not group and count > 1:
        notes.append("r: Pearson's correlation of the rows that have both values.")
    notes.append(f"n = {count_text(int(numbers.notna().any(axis=1).sum()))}.")
    label_axes(axes[-1, -1], axes[-1, -1].get_xlabel(), "", notes)
    axes[-1, -1].set_xlabel(axes[-1, -1].get_xlabel(), size=9)

fig.savefig(f"plot-{THEME}.png")
