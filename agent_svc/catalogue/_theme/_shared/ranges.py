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
    if starts.dtype.kind == "M":
        starts = to_whole_units(starts)
    names = list(as_categories(starts, date_format))
    if len(set(names)) < len(names):  # the format says too little to tell them apart
        names = list(as_categories(starts))
    note = f"{column.name}: {len(starts)} equal ranges, each labelled with its start."
    return ranges.cat.rename_categories(names), note


def to_whole_units(dates):
    """Dates as the nearest years, months, days, hours, minutes or seconds: the longest that are near enough."""
    halves = {"Y": pd.Timedelta(days=182), "M": pd.Timedelta(days=15)}
    wholes = [(dates + half).dt.to_period(unit).dt.to_timestamp() for unit, half in halves.items()]
    wholes += [dates.dt.round(unit) for unit in ("D", "h", "min", "s")]
    return next((near for near in wholes if (near - dates).abs().max() <= dates.diff().min() / 10), dates)
