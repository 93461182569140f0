import seaborn as sns


def line_with_gaps(ax, line, **style):
    """The `value` of the line along its `x`, with gaps where it is missing: seaborn would join what is left."""
    known = line["value"].notna()
    sns.lineplot(line[known], x="x", y="value", estimator=None, legend=False, ax=ax, **style)
    if known.any() and not known.all():
        ax.lines[-1].set_data(line["x"], line["value"])
