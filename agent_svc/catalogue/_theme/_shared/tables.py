import numpy as np
import pandas as pd

DATE_CODES = {"YYYY": "%Y", "HH:MM": "%H:%M", "MM": "%m", "DD": "%d", "Mon": "%b"}


def date_pattern(dates, name="auto"):
    """The strftime pattern of a name such as DD.MM.YYYY; auto is the shortest that tells the dates apart."""
    if name != "auto":
        for word, code in DATE_CODES.items():
            name = name.replace(word, code)
        return name
    days = dates.dropna().dt
    clocks = {" %H:%M:%S.%f": days.microsecond, " %H:%M:%S": days.second, " %H:%M": days.hour + days.minute}
    clock = next((pattern for pattern, part in clocks.items() if (part > 0).any()), "")
    if clock and days.year.nunique() == 1:
        return f"%d %b{clock}"
    if clock or (days.day > 1).any():
        return f"%Y-%m-%d{clock}"
    return "%b %Y" if (days.month > 1).any() else "%Y"


def as_categories(values, date_format="auto"):
    """The column as ordered labels: text as it comes in the data or in its own order, numbers and dates ascending."""
    different = values.dropna().drop_duplicates()
    if isinstance(values.dtype, pd.CategoricalDtype):
        # Months, weekdays and quarters have an order of their own.
        different = different.sort_values()
    if values.dtype.kind == "M":
        different = different.sort_values()
        names = list(different.dt.strftime(date_pattern(different, date_format)))
        if all(name.endswith("000") and "." in name for name in names):
            names = [name[:-3] for name in names]
    elif values.dtype.kind in "iuf":
        different = different.sort_values()
        names = [f"{value:.10g}" if abs(value) < 1e10 or value % 1 else f"{value:.15g}" for value in different]
        names = [marked(name.replace("-", "−", 1)) for name in names]
    else:
        names = [str(value).lower() if values.dtype.kind == "b" else value for value in different]
    labels = values.astype(object).map(dict(zip(different, names, strict=True)))
    return pd.Series(pd.Categorical(labels, list(dict.fromkeys(names)), ordered=True), values.index)


def as_positions(values):
    """Where the values stand on an axis: numbers and dates as they are, text at 0, 1, 2, ... with its names."""
    if values.dtype.kind in "iufM":
        return values, []
    labels = as_categories(values)
    return labels.cat.codes, list(labels.cat.categories)


def long_table(df, x, ys, group=None):
    """One row per value: `x`, `value` and the `series` it belongs to (its column, its group, or both).

    Without `ys` each row has the value one.
    """
    df = df.replace([np.inf, -np.inf], np.nan).assign(**{} if ys else {"": 1.0})
    kinds = as_categories(df[group]) if group else pd.Series(pd.Categorical([""] * len(df)), df.index)
    parts, names = [], []
    for y in ys or [""]:
        own = {kind: y if not group else kind if len(ys) < 2 else f"{y} · {kind}" for kind in kinds.cat.categories}
        parts.append(pd.DataFrame({"value": df[y].astype(float), "series": kinds.astype(object).map(own)}))
        names += own.values()
        if x:
            parts[-1]["x"] = df[x]
    table = pd.concat(parts, ignore_index=True)
    table["series"] = pd.Categorical(table["series"], names, ordered=True)
    table = table.dropna(subset=["series", "x"] if x else ["series"])
    return table.assign(series=table["series"].cat.remove_unused_categories())


def aggregate(table, keys, how):
    """One `value` per combination of the keys, in their order."""
    groups = table.groupby(keys, observed=True)["value"]
    return groups.sum(min_count=1) if how == "sum" else groups.agg(how)


def no_values(x, ys, wanted="a value"):
    """What is said where no row has a place and what is wanted of it."""
    return f"No row has {wanted} in both {x} and {' or '.join(ys)}." if ys else f"No row has a value in {x}."


def shared_name(names):
    """What several columns have in common: the only name, or the words that all begin or end with and their unit."""
    if len(names) == 1:
        return names[0]
    units = {name[name.rfind("(") :] if name.endswith(")") else "" for name in names}
    unit = units.pop() if len(units) == 1 else ""
    words = [name.removesuffix(unit).split() for name in names]

    def begun(rows):
        same = [len(set(places)) == 1 for places in zip(*rows, strict=False)]
        return rows[0][: [*same, False].index(False)]

    shared = begun(words)
    while shared and shared[-1].islower() and len(shared[-1]) <= 3:  # “Number of” says no more than “Number”
        shared = shared[:-1]
    text = " ".join(shared or begun([row[::-1] for row in words])[::-1])
    return f"{text if any(map(str.isalpha, text)) else 'Values'} {unit}".strip()


def value_label(table, keys, how, names):
    """The label of aggregated values or of counted rows; single records keep the name of their column."""
    if not names:
        return "Count"
    name = shared_name(names)
    if how != "count" and not table.dropna(subset=["value", *keys]).duplicated(keys).any():
        return name
    word = {"min": "minimum", "max": "maximum"}.get(how, how).capitalize()
    return f"{word} of {name if len(names) == 1 else name.replace('Values', 'values', 1)}"


def merge_tail(labels, weights, limit, other=True):
    """The labels with all but the `limit` heaviest merged into a last one, "Other (how many)", or missing."""
    names = list(labels.cat.categories)
    heavy = set(weights.sort_values(ascending=False, kind="stable").index[:limit])
    kept = [name for name in names if name in heavy]
    if limit is None or len(names) <= limit:
        return labels
    rest = f"Other ({len(names) - len(kept)})"
    merged = labels.astype(object).where(labels.isin(heavy) | labels.isna(), rest if other else None)
    return pd.Series(pd.Categorical(merged, kept + [rest] * other, ordered=True), labels.index)


def sort_values(values, order):
    """The aggregated values in the order asked for; "data" leaves them as they come."""
    if order in ("ascending", "descending"):
        return values.sort_values(ascending=order == "ascending", kind="stable")
    return values.sort_index(key=lambda names: names.astype(str).str.casefold()) if order == "label" else values


def positive_only(table):
    """The rows that a logarithmic axis can show, unless that is none, and the note on those that it cannot."""
    hidden = int((table["value"] <= 0).sum())
    if not hidden or hidden == table["value"].count():
        return table, ""
    note = f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})."
    return table[~(table["value"] <= 0)], note


def sample_table(df, x, ys, group, order, limit, date_format="auto"):
    """One row per value: its place `x` (without `x` its series), ordered by median and merged, and its `series`."""
    table = long_table(df, x, ys, group)
    table["x"] = as_categories(table["x"], date_format) if x else table["series"]
    table = table.dropna(subset=["value"])
    table["x"] = table["x"].cat.remove_unused_categories()
    ranked = sort_values(aggregate(table, "x", "median"), order)
    table["x"] = merge_tail(table["x"].cat.reorder_categories(list(ranked.index)), table["x"].value_counts(), limit)
    series = merge_tail(table["series"], table["series"].value_counts(), 7)
    if not x:
        series = pd.Series(pd.Categorical([""] * len(table)), table.index)
    return table.assign(series=series.cat.remove_unused_categories())


def counted(labels, places):
    """The labels with the number of values at each place, when there are at most eight."""
    sizes = places.value_counts()
    return [f"{label} (n\u00a0=\u00a0{count_text(sizes[label])})" for label in labels] if len(labels) <= 8 else labels
