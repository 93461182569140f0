import numpy as np


def on_axis(table, logarithmic):
    """The rows whose value a logarithmic axis can show, unless that is none; on a linear one all."""
    positive = table["value"] > 0
    return table[positive] if logarithmic and positive.any() else table


def bar_ends(values, room):
    """The margins of the values' axis: bars stand on zero, and leave room for their numbers at the other end."""
    return (room * (values < 0).any(), 0, room * (values > 0).any(), 0)


def bar_texts(bars, lying, logarithmic=False, upright=False, dodge=None, bounds=None):
    """The numbers of the bars' column `text`, a little beyond their ends."""
    down = bars["value"] < 0
    reach = np.where(down, -0.012, 0.012) * (bars["value"].clip(lower=0).max() - bars["value"].clip(upper=0).min())
    bars = bars.assign(end=bars["value"] * 1.03 if logarithmic else bars["value"] + reach)
    low, high = bounds or (None, None)
    room = 0.08 * abs((bars["value"].max() if high is None else high) - (low or 0))
    bars = bars[
        (low is None or bars["end"] >= low) & (high is None or bars["end"] <= high - room) & bars["value"].notna()
    ]
    down, layers = bars["value"] < 0, []
    for part, near, far in ((bars[~down], "left", "bottom"), (bars[down], "right", "top")):
        style = {"size": 8, "color": INK, "show_legend": False, "angle": 90 if upright and not lying else 0}
        style |= {"ha": near, "va": "center"} if lying else {"ha": "center", "va": far}
        style |= {"position": p9.position_dodge(dodge)} if dodge else {}
        layers += [p9.geom_text(p9.aes(y="end", label="text"), data=part, **style)] if len(part) else []
    return layers


def dot_size(count, largest=42.0):
    """The size of a dot whose area is at most `largest` square points: the more dots, the smaller."""
    return float((np.clip(9000 / max(count, 1), 5, largest) / np.pi) ** 0.5)
