def lies_down(orientation, labels):
    """Whether the chart lies; auto: when labels are too long to stand below upright marks, and few enough for lying."""
    room = 72 * 6.8 / max(len(labels), 1)
    long = any(text_width(label) > 2.2 * room for label in labels)
    long = long or any(text_width(word) > room - 4 for label in labels for word in label.split(" "))
    return orientation == "horizontal" or (orientation == "auto" and len(labels) <= 25 and long)


def category_scale(axis, names, lying=False, size=(8, 4.5), beside=0.0, labels=None):
    """One tick label per category, wrapped, turned or shortened to fit; lying ones read from top to bottom."""
    labels = names if labels is None else labels
    width, height = size
    room = 72 * (height - 1.5 if lying else width - 1.3 - beside) / max(len(labels), 1)
    every = -int(-6.2 // room)  # with less room than that, not every category gets a label
    font, style = min(9.0, room * every / 1.2), {}
    words = [] if lying else [word for label in labels[:61] for word in label.split(" ")]
    if lying:
        lines = min(int(room / (1.25 * font)), 3) or 1
        shown = [wrapped(label, 72 * 0.27 * width, font, lines=lines) for label in labels]
    elif all(text_width(w) <= room - 4 for w in words) and all(text_width(t) <= 2.4 * room for t in labels[:61]):
        shown = [wrapped(label, room - 4) for label in labels]
    elif room >= 14:
        shown = [wrapped(label, 130, lines=1) for label in labels]
        style = {"rotation": 40, "ha": "right", "va": "top"}
    else:
        shown = [wrapped(label, 110, font, lines=1) for label in labels]
        style = {"rotation": 90}
    scale = {"x": p9.scale_x_discrete, "y": p9.scale_y_discrete}[axis]
    order = names[::-1] if lying else names
    ticks = p9.element_text(size=font, **style)
    look = p9.theme(axis_text_y=ticks) if lying else p9.theme(axis_text_x=ticks)
    return [scale(limits=order, breaks=names[::every], labels=shown[::every]), look]


def category_frame(names, lying, beside=0.0, labels=None):
    """The scale of the categories, on whichever axis they lie, and grid lines for the values on the other."""
    frame = category_scale("x", names, lying, beside=beside, labels=labels)
    if not lying:
        return [*frame, p9.theme(axis_line_x=p9.element_blank())]
    grid = p9.theme(panel_grid_major_y=p9.element_blank(), panel_grid_major_x=p9.element_line(color=GRID, size=0.6))
    return [*frame, p9.coord_flip(), grid, p9.theme(axis_line_y=p9.element_blank())]


def position_scale(values, date_format="auto", bounds=None, logarithmic=False, beside=0.0):
    """The x axis that lines run along, whichever its values need, and a note on what it cannot do."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        note = "Names have neither a logarithmic axis nor a range." if logarithmic or bounds else ""
        return category_scale("x", list(values.cat.categories), beside=beside), note
    if values.dtype.kind == "M":
        note = "Only numbers can stand on a logarithmic axis, so this one is not." if logarithmic else ""
        return [date_scale("x", values, date_format, bounds)], note
    narrow = (0.02, 0, 0.02, 0)
    if logarithmic:
        scale, note = log_scale("x", values, bounds, narrow)
        return [scale], note
    return [number_scale("x", values, bounds, narrow)], ""
