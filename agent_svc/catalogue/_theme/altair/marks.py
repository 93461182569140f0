import altair as alt
import numpy as np
import pandas as pd


def rule_at_zero(scale, side="y"):
    """The line at zero that bars and areas stand on, where the axis has a zero."""
    if scale["kind"] == "log" or not scale["ends"][0] <= 0 <= scale["ends"][1]:
        return []
    place = {side: alt.datum(0)}
    return [alt.Chart(pd.DataFrame({"": [0]})).mark_rule(color=MUTED, strokeWidth=2).encode(**place)]


def is_spoken(table):
    """Whether each mark names itself to screen readers; thousands of names help nobody and fill the engine's memory."""
    return len(table) <= 1000


def on_axis(table, scale, column="value"):
    """The rows whose value a logarithmic axis can show; on another axis all."""
    return table[table[column] > 0] if scale["kind"] == "log" else table


def alone(table):
    """The values between two gaps of their series, which have no line; dots keep them in sight."""
    values = table.groupby("series", observed=True)["value"]
    return table[values.shift().isna() & values.shift(-1).isna() & table["value"].notna()]


def on_log_axis(table, scale, column="value"):
    """The table with gaps for what a logarithmic axis cannot show."""
    return table.assign(**{column: table[column].where(table[column] > 0)}) if scale["kind"] == "log" else table


def bar_frame(values, labels, lying, beside=0):
    """The scales of a chart with categories as (x, y)."""
    names = category_scale(labels, 620 if lying else 1340 - beside, lying)
    return (values, names) if lying else (names, values)


def bar_channels(frame, parts, lying):
    """The sides of bars: from `start` to `end` along the categories, from `base` to `value` along the values."""
    grid = "x" if lying else "y"
    across, upward = (("value", "base"), ("start", "end")) if lying else (("start", "end"), ("value", "base"))
    x = alt.X(across[0], **channel(frame[0], "x", parts["x_label"], grid))
    y = alt.Y(upward[0], **channel(frame[1], "y", parts["y_label"], grid))
    return {"x": x, "x2": across[1], "y": y, "y2": upward[1]}


def value_labels(bars, scale, lying, upright=False):
    """The numbers of the bars beyond their ends, where these are in sight."""
    seen = bars[bars["value"].between(*scale["ends"])]
    layers = []
    for down, part in seen.groupby(seen["value"] < 0):
        aside = {"align": "right" if down else "left", "baseline": "middle", "dx": -8 if down else 8}
        above = {"align": "center", "baseline": "top" if down else "bottom", "dy": 8 if down else -8}
        style = aside if lying else aside | {"angle": 270} if upright else above
        places = {"x": "value:Q", "y": "place:Q"} if lying else {"x": "place:Q", "y": "value:Q"}
        layers.append(alt.Chart(part).mark_text(fontSize=22, color=INK, **style).encode(**places, text="text"))
    return layers


def line_layers(lines, styles, across, upward, parts, legend, group, width, opacity=1.0):
    """The lines of the series with gaps where a value is missing, the muted ones thin and below the others."""
    colors, names = zip(*styles.values(), strict=True)
    colored = color_channel(list(styles), colors, legend, group, names, "stroke")
    sides = {"x": alt.X("x", **channel(across, "x", parts["x_label"]))}
    sides |= {"y": alt.Y("value", **channel(upward, "y", parts["y_label"]))}
    lines = lines.assign(series=lines["series"].astype(str))
    muted = lines["series"].isin([str(name) for name, (color, _) in styles.items() if color == MUTED])
    look = {"clip": True, "opacity": opacity, "invalid": GAPS, "strokeCap": "round", "strokeJoin": "round"}
    layers = []
    for part, share in ((lines[muted], 0.6), (lines[~muted], 1.0)):
        if len(part):
            base = alt.Chart(part).mark_line(strokeWidth=share * width, **look)
            layers.append(base.encode(**sides, color=colored, detail="series"))
    return layers


def dot_layer(dots, styles, across, upward, parts):
    """A dot at each value, rimmed so that it stands out from its line."""
    dots = dots.dropna(subset=["value", "x"])
    if dots.empty:
        return []
    dots = dots.assign(series=dots["series"].astype(str), color=[styles[name][0] for name in dots["series"]])
    mark = alt.Chart(dots).mark_point(filled=True, size=154, stroke=PAPER, strokeWidth=1.6, opacity=1, clip=True)
    sides = {"x": alt.X("x", **channel(across, "x", parts["x_label"]))}
    sides |= {"y": alt.Y("value", **channel(upward, "y", parts["y_label"]))}
    return [mark.encode(**sides, fill=alt.Fill("color:N", scale=None, legend=None))]


def box_layers(boxes, dots, frame, parts, lying, colors, size):
    """Whiskers, boxes, medians and single values; the boxes' numbers are columns."""
    place, value = ("y", "x") if lying else ("x", "y")
    grid = value
    along = {"x": channel(frame[0], "x", parts["x_label"], grid), "y": channel(frame[1], "y", parts["y_label"], grid)}
    kinds = {"x": alt.X, "y": alt.Y}

    def sides(low, high, start, end=None):
        found = {value: kinds[value](low, **along[value]), place: kinds[place](start, **along[place])}
        return found | ({f"{value}2": high} if high else {}) | ({f"{place}2": end} if end else {})

    base, line = alt.Chart(boxes), {"strokeWidth": 3.3, "clip": True}
    layers = [
        base.mark_rule(**line).encode(**sides(low, high, "place"), color=colors)
        for low, high in (("low", "q1"), ("q3", "high"))
    ]
    layers += [
        base.mark_rule(**line).encode(**sides(end, None, "near", "far"), color=colors) for end in ("low", "high")
    ]
    fill = base.mark_rect(fillOpacity=0.3, clip=True).encode(**sides("q1", "q3", "start", "end"), color=colors)
    rims = [base.mark_rule(**line).encode(**sides(end, None, "start", "end"), color=colors) for end in ("q1", "q3")]
    rims += [base.mark_rule(**line).encode(**sides("q1", "q3", end), color=colors) for end in ("start", "end")]
    middle = base.mark_rule(color=INK, strokeWidth=5, clip=True).encode(**sides("median", None, "start", "end"))
    points = alt.Chart(dots).mark_point(filled=True, size=size, opacity=0.75, clip=True)
    return [fill, *layers, *rims, middle, points.encode(**sides("value", None, "place"), color=colors)]


def violin_layers(outlines, quartiles, dots, frame, parts, lying, colors, few):
    """Densities as filled shapes with a bar from quartile to quartile and a dot at the median, and single values."""
    place, value = ("y", "x") if lying else ("x", "y")
    along = {"x": channel(frame[0], "x", parts["x_label"], value), "y": channel(frame[1], "y", parts["y_label"], value)}
    kinds, layers = {"x": alt.X, "y": alt.Y}, []

    def sides(height, spot):
        return {value: kinds[value](height, **along[value]), place: kinds[place](spot, **along[place])}

    if outlines:
        base = alt.Chart(pd.concat(outlines))
        turn = "vertical" if lying else "horizontal"
        fill = base.mark_area(orient=turn, fillOpacity=0.35, clip=True)
        layers.append(fill.encode(**sides("value", "near"), **{f"{place}2": "far"}, color=colors, detail="violin"))
        for side in ("near", "far"):
            edge = base.mark_line(strokeWidth=3.3, clip=True)
            layers.append(edge.encode(**sides("value", side), color=colors, detail="violin", order="value"))
        base = alt.Chart(pd.DataFrame(quartiles))
        bar = base.mark_rule(color=INK, strokeWidth=10 if few else 6, clip=True)
        layers.append(bar.encode(**sides("low", "place"), **{f"{value}2": "high"}))
        layers.append(
            base.mark_point(filled=True, color=PAPER, size=110 if few else 55, opacity=1, clip=True).encode(
                **sides("median", "place")
            )
        )
    if dots:
        points = alt.Chart(pd.concat(dots)).mark_point(filled=True, size=170, opacity=0.9, clip=True)
        layers.append(points.encode(**sides("value", "place"), color=colors))
    return layers


def color_bar(marks, label, length):
    """The legend of the cells' colours, beside the plot."""
    style = {"orient": "right", "offset": 24, "gradientLength": length, "gradientThickness": 24, "titleOrient": "right"}
    style |= {"labelExpr": label_expression(marks["ticks"], marks["texts"]), "values": marks["ticks"]}
    look = {"titleFontSize": LABEL, "titleColor": MUTED, "titleAlign": "center", "titleAnchor": "middle"}
    return alt.Legend(**style, **look, title=wrapped(label, 800, LABEL).split("\n"))


def labels_around(labels, angles, radius, parts, size, width=1200):
    """The labels beside a circle, a line's distance apart, and the lines that join them to their slices."""
    center = width / 2 - parts["left"], (width - parts["top"] - parts["bottom"]) / 2
    texts, lines = [], []
    for side in (1, -1):
        here = [place for place, angle in enumerate(angles) if (np.sin(angle) >= 0) == (side > 0)]
        room = [size * 1.3 * text_lines(labels[place]) + 6 for place in here]
        heights = apart([-1.15 * radius * np.cos(angles[place]) for place in here], room) if here else []
        for place, height in zip(here, heights, strict=True):
            tip = radius * 1.01 * np.sin(angles[place]), -radius * 1.01 * np.cos(angles[place])
            end = side * max(np.sqrt(max((1.2 * radius) ** 2 - height**2, 0)), abs(tip[0]) + 24)
            first = height - 1.3 * size * (text_lines(labels[place]) - 1) / 2
            style = {"align": "left" if side > 0 else "right", "baseline": "middle", "lineHeight": 1.3 * size}
            texts.append(words(labels[place], center[0] + end + 8 * side, center[1] + first, size, **style))
            ends = {"x": alt.value(center[0] + tip[0]), "y": alt.value(center[1] + tip[1])}
            ends |= {"x2": alt.value(center[0] + end), "y2": alt.value(center[1] + height)}
            line = alt.Chart(pd.DataFrame({"": [0]})).mark_rule(color=MUTED, strokeWidth=2)
            lines.append(line.encode(**ends))
    return texts, lines
