POINT = 0.96  # of a line, in lets-plot's unit of sizes
DOT = 1.15  # likewise, of the width of a dot


def in_runs(lines, column="value"):
    """The values without the missing ones; `run` is new after every gap, so that nothing joins what lies around it."""
    gap = lines[column].isna()
    known = lines.assign(run=gap.cumsum().astype(str) + lines["series"].astype(str))[~gap]
    return known.assign(alone=~known["run"].duplicated(keep=False))


def joined(runs, mapping, geom=None, **style):
    """A layer with a line, or what another geom draws, along every run of at least two values."""
    long = runs[~runs["alone"]]
    return [(geom or lp.geom_line)(mapping, data=long, sampling="none", **style)] if len(long) else []


def on_axis(table, logarithmic, column="value"):
    """The rows whose value a logarithmic axis can show, unless that is none; on a linear one all."""
    positive = table[column] > 0 if logarithmic else None
    return table[positive] if logarithmic and positive.any() else table


def bar_texts(bars, lying, scale, upright=False):
    """The numbers of the bars' column `text` beyond their ends, where these are in view."""
    low, high = scale["ends"]
    bars = bars[bars["value"].between(low, high)]
    layers = []
    for part, sign in ((bars[bars["value"] >= 0], 1), (bars[bars["value"] < 0], -1)):
        start = 0 if sign > 0 else 1
        turned = {"hjust": start, "vjust": 0.5} if lying or upright else {"hjust": 0.5, "vjust": start}
        shift = {"nudge_x" if lying else "nudge_y": 8 * sign, "nudge_unit": "px"}
        style = {"size": 11, "color": INK, "show_legend": False, "angle": 90 if upright and not lying else 0}
        layers += (
            [lp.geom_text(lp.aes(label="text"), data=part, family=FONT_NAME, **style, **turned, **shift)]
            if len(part)
            else []
        )
    return layers


def dot_size(count, largest=42.0):
    """The size of a dot whose area is at most `largest` square points: the more dots, the smaller."""
    return float(np.clip(9000 / max(count, 1), 5, largest) ** 0.5 * DOT)


def standing_bars(bars, scale, width, **style):
    """Bars from zero, or from the end of a logarithmic axis, to the `value` at their `place`."""
    floor = scale["ends"][0] if scale["kind"] == "log" else 0.0
    bars = bars.assign(left=bars["place"] - width / 2, right=bars["place"] + width / 2, floor=floor)
    sides = lp.aes(xmin="left", xmax="right", ymin="floor", ymax="value")
    return lp.geom_rect(sides, data=bars, size=0, color=PAPER, sampling="none", **style)


def zero_line(scale):
    """Where the marks stand, unless the axis is logarithmic."""
    start = scale["ends"][0] if scale["kind"] == "log" else 0
    return lp.geom_hline(yintercept=start, color=MUTED, size=0.9, inherit_aes=False)


def white_rimmed(dots, styles, area):
    """Dots of `area` square points in the colours of their series, with a rim in the colour of the paper."""
    places = lp.aes(fill="series")
    style = {"shape": 21, "size": area**0.5 * DOT * 0.8, "color": PAPER, "stroke": 0.6, "sampling": "none"}
    shown = [lp.geom_point(places, data=dots, show_legend=False, **style)] if len(dots) else []
    return [*shown, colored(styles, "fill")]
