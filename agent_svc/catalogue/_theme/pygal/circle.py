import math


def circle_parts(title, notes, size=1200):
    """The texts and sides of a square picture without axes."""
    note = wrapped(" ".join(filter(None, notes)), size - 2 * MARGIN, SMALL, lines=4)
    head = wrapped(title or "", size - 2 * MARGIN, TITLE, "bold", 4)
    top = MARGIN + 1.3 * TITLE * text_lines(head)
    bottom = MARGIN + 1.35 * SMALL * text_lines(note)
    return {"title": head, "note": note, "left": MARGIN, "right": MARGIN, "top": top, "bottom": bottom}


def around_circle(parts, radius, size=1200):
    """The sides around a pie of this radius in the middle of the picture; pygal leaves a tenth of them free."""
    middle = size / 2, (parts["top"] + size - parts["bottom"]) / 2
    half = radius / 0.9
    sides = {"left": middle[0] - half, "right": size - middle[0] - half}
    return parts | sides | {"top": middle[1] - half, "bottom": size - middle[1] - half}


def name_slices(root, labels, angles, center, radius, size):
    """The labels beside a circle, a line's distance apart, each joined to its slice; angles from the top, clockwise."""
    for side in (1, -1):
        here = [place for place, angle in enumerate(angles) if (math.sin(angle) >= 0) == (side > 0)]
        room = [size * 1.3 * text_lines(labels[place]) + 6 for place in here]
        heights = apart([-1.15 * radius * math.cos(angles[place]) for place in here], room) if here else []
        for place, height in zip(here, heights, strict=True):
            tip = radius * 1.01 * math.sin(angles[place]), -radius * 1.01 * math.cos(angles[place])
            end = side * max(math.sqrt(max((1.2 * radius) ** 2 - height**2, 0)), abs(tip[0]) + 24)
            add_line(root, [(center[0] + tip[0], center[1] + tip[1]), (center[0] + end, center[1] + height)])
            anchor = "start" if side > 0 else "end"
            add_words(
                root, labels[place], center[0] + end + 8 * side, center[1] + height, size, anchor=anchor, middle=True
            )


def turn_slices(root, chart, degrees):
    """The slices turned clockwise around the middle of the pie, whose place in pixels is returned."""
    box = chart.margin_box
    wide, high = (chart.width - box.left - box.right) / 2, (chart.height - box.top - box.bottom) / 2
    for group in root.iter("g"):
        if group.get("class", "").startswith("series "):
            group.set("transform", f"rotate({degrees:.4f} {wide:.2f} {high:.2f})")
    return int(box.left) + wide, int(box.top) + high
