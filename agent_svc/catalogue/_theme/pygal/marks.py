import pygal

# pygal pads short series with missing values, and would lose the last corner of what is filled and may be interrupted.
FILLED = {"show_dots": False, "fill": True, "allow_interruptions": False}


def new_plot(frame, parts, colors, opacity=1.0, binned=False):
    """A chart of two measured axes with these ends, and the colours of its series in the order in which they come."""
    kind = pygal.Histogram if binned else pygal.XY
    across, upward = (drawn_scale(scale) for scale in frame)
    ends = {"xrange": inside(across["ends"]), "range": inside(upward["ends"])}
    ticks = {"x_labels": named_ticks(across), "y_labels": named_ticks(upward)}
    # What is filled reaches down to zero; where the axis is of logarithms, to its end.
    zero = upward["ends"][0] if upward["kind"] == "log" else 0.0
    return kind(**look(colors, parts, opacity=opacity), **ends, **ticks, zero=zero, allow_interruptions=True)


def named_ticks(scale):
    """The ticks as pygal takes them, and both ends, so that the axis reaches there in a histogram, too."""
    ends = [{"value": end, "label": ""} for end in inside(scale["ends"])]
    return ends + [{"value": tick, "label": text} for tick, text in zip(scale["ticks"], scale["texts"], strict=True)]


def pairs(table, across, upward):
    """The places and values of a table as pygal draws them."""
    return list(zip(on_scale(table["x"], across), on_scale(table["value"], upward), strict=True))


def alone(line):
    """The values between two gaps, which have no line; dots keep them in sight."""
    return line[line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()]


def add_dots(chart, spots, name, radius, css):
    """A dot at each place that has a value."""
    known = [{"value": spot, "node": {"r": f"{radius:.2f}", "style": css}} for spot in spots if None not in spot]
    chart.add(str(name), known, stroke=False)


def set_strokes(root, styles):
    """The css of the lines and areas of each series, in the order in which they came."""
    for group in root.iter("g"):
        words = group.get("class", "").split()
        if words[:1] == ["series"]:
            for path in group.findall("path"):
                path.set("style", styles[int(words[1].removeprefix("serie-"))])


def rule_at_zero(root, scale, spot, box):
    """The line at zero that areas stand on, where the axis has a zero."""
    if scale["ends"][0] <= 0 <= scale["ends"][1]:
        add_line(root, [(box[0], spot(0.0)), (box[1], spot(0.0))])
