def labels(title, x_label, y_label, notes=(), lying=False, size=(8, 4.5)):
    """Bold title, axis labels wrapped to their axes (exchanged when the plot lies), a line on what is left out."""
    width, height = size
    x_room, y_room = (height - 1.4, width - 1.6) if lying else (width - 1.6, height - 1.4)
    note = " ".join(filter(None, notes))
    return p9.labs(
        title=wrapped(title, 72 * (width - 2 * MARGIN), 14, "bold", 4) if title else None,
        x=wrapped(x_label, 72 * x_room, 10),
        y=wrapped(y_label, 72 * y_room, 10),
        caption=wrapped(note, 72 * (width - 2 * MARGIN), 7.5) if note else None,
    )


def message(title, text, size=(8, 4.5)):
    """A plot that says in words why there is nothing to draw."""
    words = p9.annotate("text", x=0, y=0, label=wrapped(text, 40 * size[0], 11, lines=6), size=11, color=MUTED)
    empty = p9.theme(axis_title=p9.element_blank(), axis_text=p9.element_blank(), panel_grid=p9.element_blank())
    axes = p9.theme(axis_line=p9.element_blank(), axis_ticks=p9.element_blank())
    return p9.ggplot() + words + labels(title, "", "", size=size) + empty + axes
