import numpy as np


def box_numbers(sample):
    """A sample's quartiles, whisker ends at 1.5 interquartile ranges, and values beyond; nothing when it is empty."""
    if not len(sample):
        return {}
    low, middle, high = np.percentile(sample, [25, 50, 75])
    reach = 1.5 * (high - low)
    inside = sample[(sample >= low - reach) & (sample <= high + reach)]
    ends = min(low, inside.min()), max(high, inside.max())
    outside = sample[(sample < ends[0]) | (sample > ends[1])]
    return {"q1": low, "median": middle, "q3": high, "low": ends[0], "high": ends[1], "outside": outside}


def density(values, logarithmic=False, places=160):
    """Where and how dense the values lie (Gaussian kernel, Scott's width), with the widest place at 1."""
    points = np.log10(values) if logarithmic else values
    heights = np.linspace(points.min(), points.max(), places)
    width = points.std(ddof=1) * len(points) ** -0.2
    sums = sum(
        np.exp(-0.5 * ((heights[:, None] - part) / width) ** 2).sum(axis=1)
        for part in np.array_split(points, -(-len(points) // 1000))
    )
    return (10**heights if logarithmic else heights), sums / sums.max()


def spots_of(table):
    """The samples of a table as (place of its category, place of its series, its values), each where it has values."""
    labels, series = table["x"].cat.categories, table["series"].cat.categories
    parts = table.groupby(["x", "series"], observed=True)["value"]
    return [(labels.get_loc(x), series.get_loc(name), part.to_numpy()) for (x, name), part in parts]
