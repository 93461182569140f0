import numpy as np


def bin_edges(values, bins=None, logarithmic=False, dates=False):
    """Edges of equal bins: few different whole numbers get one each; else the Freedman-Diaconis rule, within reason."""
    scaled = np.log10(values) if logarithmic else values
    low, high = scaled.min(), scaled.max()
    if low == high:
        edges = low + np.array([-0.5, 0.5]) * (abs(low) / 10 or 1.0)
    elif bins is None and not logarithmic and not dates and (values % 1 == 0).all() and high - low <= 30:
        edges = np.arange(low - 0.5, high + 1)
    else:
        iqr = np.subtract(*np.percentile(scaled, [75, 25]))
        rule = (high - low) / (2 * iqr / len(scaled) ** (1 / 3)) if iqr else 10
        edges = np.linspace(low, high, (bins or int(np.clip(np.ceil(rule), 5, 60))) + 1)
    if logarithmic:
        # The ends are the values themselves: rounding must not push them out.
        edges = 10**edges
        if low < high:
            edges[[0, -1]] = values.min(), values.max()
    return edges


def bin_heights(values, edges, scale="count"):
    """How many values fall into each bin: as count, as percent of them all, or as density with area one."""
    counts = np.histogram(values, edges)[0]
    divided = {"count": 1.0, "percent": len(values) / 100, "density": len(values) * np.diff(edges)}
    return counts / divided[scale]
