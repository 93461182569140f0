import pygal


def add_surroundings(root, parts, width, height):
    """Title, axis labels and the small line on what the picture leaves out."""
    top, bottom = parts["top"], height - parts["bottom"]
    add_words(root, parts["title"], MARGIN, MARGIN + TITLE, TITLE, weight="bold")
    across, upward = (parts["left"] + width - parts["right"]) / 2, (top + bottom) / 2
    lowest = height - parts["foot"] - 1.2 * LABEL * (text_lines(parts["x_label"]) - 1) - 8
    add_words(root, parts["x_label"], across, lowest, LABEL, MUTED, "middle")
    add_words(root, parts["y_label"], MARGIN + LABEL, upward, LABEL, MUTED, "middle", turn=-90)
    foot = height - MARGIN - 1.2 * SMALL * (text_lines(parts["note"]) - 1) - 4
    add_words(root, parts["note"], MARGIN, foot, SMALL, MUTED)


def add_axis(root, graph, scale, side, spot, box, grid):
    """Grid lines below the marks, the axis line and the texts of the ticks; `spot` gives a tick's place in pixels."""
    left, right, top, bottom = box
    size, angle = scale.get("size", FONT), scale.get("angle", 0)
    for tick, text in zip(scale["ticks"], scale["texts"], strict=True):
        at = spot(tick)
        if side in grid:
            add_line(graph, [(at, top), (at, bottom)] if side == "x" else [(left, at), (right, at)], GRID, under=True)
        if side == "y":
            add_words(root, text, left - 14, at, size, anchor="end", middle=True)
        elif angle:
            place = (at, bottom + 14) if angle == 90 else (at + 6, bottom + 26)
            add_words(root, text, *place, size, anchor="end", turn=-angle, middle=angle == 90)
        else:
            add_words(root, text, at, bottom + 14 + size, size, anchor="middle")
            if grid != "x" and scale["kind"] != "names":
                add_line(root, [(at, bottom), (at, bottom + 9)])
    if grid != side and not scale.get("bare"):
        add_line(root, [(left, bottom), (right, bottom)] if side == "x" else [(left, top), (left, bottom)])


def keep_inside(root, graph, box, origin):
    """Nothing of a mark beyond the axes: shapes are cut there, dots outside are taken away."""
    (left, right), (top, bottom) = (
        [side - origin[place] for side in box[2 * place : 2 * place + 2]] for place in (0, 1)
    )
    cut = add_node(add_node(root, "defs"), "clipPath", id="plot-area")
    add_node(cut, "rect", x=float(left), y=float(top - 2), width=float(right - left), height=float(bottom - top + 4))
    for group in graph.iter("g"):
        if group.get("class", "").startswith("series") and group.find(".//circle") is None and len(group):
            group.set("clip-path", "url(#plot-area)")
        for dot in group.findall("circle"):
            if not (left - 1 <= float(dot.get("cx")) <= right + 1 and top - 1 <= float(dot.get("cy")) <= bottom + 1):
                group.remove(dot)


def lay_out(chart, frame, parts, grid="y", keys=None, lying=False, finish=None):
    """Axes, texts and the legend of `keys` around the marks; `finish(root, x, y, box)` adds the rest, in pixels."""
    across, upward = (drawn_scale(scale) for scale in frame)

    def surround(root):
        graph = next(node for node in root.iter("g") if node.get("class", "").startswith("graph "))
        sides = (chart.view.y, chart.view.x) if lying else (chart.view.x, chart.view.y)
        origin = int(chart.margin_box.left), int(chart.margin_box.top)

        def x(value):
            return origin[0] + sides[0](value)

        def y(value):
            return origin[1] + sides[1](value)

        # pygal leaves some room around the ends of its axes: the box is what lies between the ends.
        box = *map(x, across["ends"]), *map(y, upward["ends"][::-1])
        keep_inside(root, graph, box, origin)
        add_axis(root, graph, across, "x", x, box, grid)
        add_axis(root, graph, upward, "y", y, box, grid)
        add_surroundings(root, parts, chart.width, chart.height)
        if keys:
            add_legend(root, parts=parts, width=chart.width, **keys)
        if finish:
            finish(root, x, y, box)
        return root

    chart.add_xml_filter(surround)
    return chart


def message(title, text, width=1600, height=900):
    """A chart that says in words why there is nothing to draw."""
    head = wrapped(title or "", width - 2 * MARGIN, TITLE, "bold", 4)
    shown = wrapped(text, 0.7 * width, 31, lines=6)
    sides = dict.fromkeys(("left", "right", "top", "bottom"), MARGIN)
    chart = pygal.XY(**look([], sides, width, height))

    def surround(root):
        add_words(root, head, MARGIN, MARGIN + TITLE, TITLE, weight="bold")
        add_words(root, shown, width / 2, height / 2, 31, MUTED, "middle", middle=True)
        return root

    chart.add_xml_filter(surround)
    return chart
