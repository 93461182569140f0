import math

from bokeh.models import ColorBar, FixedTicker, LinearColorMapper, Span
from bokeh.plotting import figure


def add_zero(plot, scale, side="y"):
    """The line at zero that bars and areas stand on, where the axis has a zero."""
    if scale["kind"] != "log":
        turn = "height" if side == "x" else "width"
        plot.add_layout(Span(location=0, dimension=turn, line_color=MUTED, line_width=2, level="glyph"))


def bar_frame(values, labels, lying, beside=0):
    """The scales of a chart with categories as (x, y)."""
    names = category_scale(labels, 620 if lying else 1340 - beside, lying)
    return (values, names) if lying else (names, values)


def add_bars(plot, places, values, width, scale, lying, **look):
    """Bars of the values at their places; a logarithmic axis shows those above zero."""
    shown = [(p, v) for p, v in zip(places, values, strict=True) if v == v and (v > 0 or scale["kind"] != "log")]
    spots, ends = (list(part) for part in zip(*shown, strict=True)) if shown else ([], [])
    base = scale["ends"][0] if scale["kind"] == "log" else 0
    if lying:
        plot.hbar(y=spots, right=ends, left=base, height=width, line_color=None, **look)
    else:
        plot.vbar(x=spots, top=ends, bottom=base, width=width, line_color=None, **look)


def add_values(plot, places, values, texts, scale, lying, upright=False):
    """The numbers of the bars beyond their ends, where these are in sight."""
    low, high = scale["ends"]
    style = {"text_font": {"value": FONTS}, "text_font_size": "22px", "text_color": INK}
    for place, value, text in zip(places, values, texts, strict=True):
        if not low <= value <= high:
            continue
        out = -8 if value < 0 else 8
        if lying:
            turned = {"text_align": "left" if out > 0 else "right", "text_baseline": "middle", "x_offset": out}
        elif upright:
            turned = {
                "text_align": "left" if out > 0 else "right",
                "text_baseline": "middle",
                "y_offset": -out,
                "angle": math.pi / 2,
            }
        else:
            turned = {"text_align": "center", "text_baseline": "bottom" if out > 0 else "top", "y_offset": -out}
        spot = {"x": [value], "y": [place]} if lying else {"x": [place], "y": [value]}
        plot.text(**spot, text=[plain(text)], **turned, **style)


def add_line(plot, line, color, width, scale, across, **look):
    """The `value` of the line along its `x`, with gaps where it is missing or an axis cannot show it."""
    values = line["value"].where(line["value"] > 0) if scale["kind"] == "log" else line["value"]
    places = line["x"].where(line["x"] > 0) if across["kind"] == "log" else line["x"]
    style = {"line_cap": "round", "line_join": "round"}
    plot.line(places.to_numpy(dtype=float), values.to_numpy(dtype=float), color=color, width=width, **style, **look)


def alone(line):
    """The values between two gaps, which have no line; dots keep them in sight."""
    return line[line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()]


def add_dots(plot, dots, color, scale, across, size=14):
    """A dot at each value, rimmed so that it stands out from its line."""
    dots = dots[dots["value"].notna()]
    dots = dots[dots["value"] > 0] if scale["kind"] == "log" else dots
    dots = dots[dots["x"] > 0] if across["kind"] == "log" else dots
    look = {"size": size, "fill_color": color, "line_color": PAPER, "line_width": 1.6}
    plot.scatter(dots["x"].to_numpy(dtype=float), dots["value"].to_numpy(dtype=float), **look)


def by_value(lying, values, places):
    """Values and places as bokeh's x and y: values run upward, or across when the chart lies."""
    return {"x": values, "y": places} if lying else {"x": places, "y": values}


def circle_parts(title, notes, size=1200):
    """The texts and sides of a square picture without axes."""
    note = wrapped(" ".join(filter(None, notes)), size - 2 * MARGIN, SMALL, lines=4)
    head = wrapped(title or "", size - 2 * MARGIN, TITLE, "bold", 4)
    top, bottom = MARGIN + 1.3 * TITLE * text_lines(head), MARGIN + 1.35 * SMALL * text_lines(note)
    return {"title": head, "note": note, "left": MARGIN, "right": MARGIN, "top": top, "bottom": bottom}


def name_slices(plot, labels, angles, radius, size):
    """The labels beside a circle around zero, a line's distance apart, each joined to its slice."""
    for side in (1, -1):
        here = [place for place, angle in enumerate(angles) if (math.sin(angle) >= 0) == (side > 0)]
        room = [size * 1.3 * text_lines(labels[place]) + 6 for place in here]
        heights = apart([1.15 * radius * math.cos(angles[place]) for place in here], room) if here else []
        for place, height in zip(here, heights, strict=True):
            tip = radius * 1.01 * math.sin(angles[place]), radius * 1.01 * math.cos(angles[place])
            end = side * max(math.sqrt(max((1.2 * radius) ** 2 - height**2, 0)), abs(tip[0]) + 24)
            plot.line([tip[0], end], [tip[1], height], color=MUTED, width=2)
            style = {
                "text_font": {"value": FONTS},
                "text_font_size": f"{size}px",
                "text_color": INK,
                "text_line_height": 1.2,
            }
            style |= {"text_align": "left" if side > 0 else "right", "text_baseline": "middle"}
            plot.text([end + 8 * side], [float(height)], text=[plain(labels[place])], **style)


def new_circle(parts, size=1200):
    """A square plot without axes, whose data coordinates are pixels around its middle."""
    across, upward = (size - parts["left"] - parts["right"]) / 2, (size - parts["top"] - parts["bottom"]) / 2
    ranges = {"x_range": (-across, across), "y_range": (-upward, upward)}
    plot = figure(width=size, height=size, toolbar_location=None, **ranges)
    frame_look(plot, parts, size)
    plot.axis.visible = plot.grid.visible = False
    return plot


def add_box(plot, box, center, half, color, lying, **named):
    """A box with whiskers around its center; its numbers come from box_numbers."""
    line = {"color": color, "width": 3.3}
    for low, high in (("low", "q1"), ("q3", "high")):
        plot.line(**by_value(lying, [box[low], box[high]], [center, center]), **line)
    for end in ("low", "high"):
        plot.line(**by_value(lying, [box[end]] * 2, [center - half / 2, center + half / 2]), **line)
    look = {"fill_color": color, "fill_alpha": 0.3, "line_color": color, "line_width": 3.3}
    ends = {"bottom": box["q1"], "top": box["q3"], "left": center - half, "right": center + half}
    if lying:
        ends = {"left": box["q1"], "right": box["q3"], "bottom": center - half, "top": center + half}
    plot.quad(**ends, **look, **named)
    plot.line(**by_value(lying, [box["median"]] * 2, [center - half, center + half]), color=INK, width=5)


def add_color_bar(plot, ramp, marks, label, parts, size=1200):
    """The scale of the cells' colours, beside the plot."""
    colors = LinearColorMapper(palette=[color_at(ramp, step / 255) for step in range(256)])
    colors.update(low=marks["ends"][0], high=marks["ends"][1])
    texts = {float(tick): text for tick, text in zip(marks["ticks"], marks["texts"], strict=True)}
    bar = ColorBar(
        color_mapper=colors,
        ticker=FixedTicker(ticks=[float(tick) for tick in marks["ticks"]]),
        major_label_overrides=texts,
    )
    bar.update(
        width=24, padding=0, margin=24, background_fill_color=None, bar_line_color=None, major_tick_line_color=None
    )
    bar.update(major_label_text_font=FONTS, major_label_text_font_size=f"{FONT}px", major_label_text_color=INK)
    plot.add_layout(bar, "right")
    middle = parts["bottom"] + (size - parts["top"] - parts["bottom"]) / 2
    style = {"align": "center", "baseline": "bottom", "side": "right", "angle": math.pi / 2}
    add_words(plot, wrapped(label, 800, LABEL), size - MARGIN, middle, **style)
