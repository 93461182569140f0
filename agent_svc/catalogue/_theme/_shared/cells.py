import pandas as pd


def few_categories(column, limit, date_format="auto"):
    """The column as at most `limit` ordered labels and a note: ranges of numbers or dates, else the most frequent."""
    labels = as_categories(column, date_format)
    if labels.nunique() <= limit:
        return labels, ""
    if column.dtype.kind not in "iufM":
        return merge_tail(labels, labels.value_counts(), limit - 1), ""
    ranges = pd.cut(column, min(limit, 20))
    starts = pd.Series(ranges.cat.categories.left)
    if starts.dtype.kind == "M" and starts.dt.normalize().is_unique:
        starts = starts.dt.normalize()
    names = list(as_categories(starts, date_format))
    return ranges.cat.rename_categories(
        names
    ), f"{column.name}: {len(starts)} equal ranges, each labelled with its start."


def cell_colors(cells, palette="auto", bounds=None):
    """The colours of cells and the values of the first and the last; zero is the middle of values of both signs."""
    lowest, highest = float(cells.min(axis=None)), float(cells.max(axis=None))
    low, high = bounds or (None, None)
    low, high = sorted((lowest if low is None else low, highest if high is None else high))
    two_sided = palette == "diverging" or (palette == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    own = RAMPS["diverging" if two_sided else "sequential"]
    return own if palette in ("auto", "sequential", "diverging") else RAMPS[palette], low, high
