def add_key(parent, x, y, color, key):
    """The sample of a series in the legend: a square, a dot or a line."""
    if key == "line":
        add_node(parent, "rect", x=float(x), y=float(y - 3), width=30, height=6, rx=3, fill=color)
    elif key == "dot":
        add_node(parent, "circle", cx=float(x + 15), cy=float(y), r=10, fill=color)
    else:
        add_node(parent, "rect", x=float(x + 4), y=float(y - 11), width=22, height=22, fill=color)


def add_legend(parent, legend, styles, title, parts, width, key):
    """The colours of the series with their names, above the plot or beside it."""
    entries = [(short_name(label), color) for color, label in styles.values() if label != "_nolegend_"]
    heading = short_name(title) if title else ""
    if legend["where"] == "above":
        first = parts["top"] - 34 - 38 * (legend["rows"] - 1)
        add_words(parent, heading, parts["left"], first, middle=True)
        start = parts["left"] + (text_width(heading, FONT) + 20 if heading else 0)
        for place, (label, color) in enumerate(entries):
            x, y = start + legend["column"] * (place % legend["columns"]), first + 38 * (place // legend["columns"])
            add_key(parent, x, y, color, key)
            add_words(parent, label, x + 42, y, middle=True)
    elif legend["where"] == "right":
        size = min(FONT, 700 / max(len(entries), 1) / 1.3)
        x, y = width - parts["right"] + 24, parts["top"] + size / 2
        add_words(parent, heading, x, y, middle=True)
        y += 1.5 * FONT if heading else 0
        for place, (label, color) in enumerate(entries):
            add_key(parent, x, y + 1.4 * size * place, color, key)
            add_words(parent, label, x + 42, y + 1.4 * size * place, size, middle=True)
