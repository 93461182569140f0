def add_node(parent, tag, text="", under=False, **attributes):
    """A new element of the drawing, the last of its parent, or with `under` the first; `_` in a name means a hyphen."""
    named = {
        name.replace("_", "-"): f"{value:.2f}" if isinstance(value, float) else str(value)
        for name, value in attributes.items()
    }
    made = parent.makeelement(tag, named)
    made.text = text
    parent.insert(1 if under else len(parent), made)
    return made


def add_words(parent, text, x, y, size=FONT, color=INK, anchor="start", weight="normal", turn=0.0, middle=False):
    """Lines of text from the baseline of the first one; `middle`: around y, `turn`: degrees around the place."""
    lines = text.split("\n") if text else []
    first = 0.36 * size - 0.6 * size * (len(lines) - 1) if middle else 0.0
    turned = {"transform": f"rotate({turn:.0f} {x:.2f} {y:.2f})"} if turn else {}
    look = {"font_size": f"{size:.1f}px", "font_weight": weight, "fill": color, "text_anchor": anchor}
    for row, line in enumerate(lines):
        add_node(parent, "text", line, x=float(x), y=float(y + first + 1.2 * size * row), **look, **turned)


def add_line(parent, ends, color=MUTED, width=2.0, under=False):
    """A straight line between two places."""
    (x1, y1), (x2, y2) = ends
    look = {"stroke": color, "stroke_width": float(width), "stroke_linecap": "square"}
    add_node(parent, "line", under=under, x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **look)
