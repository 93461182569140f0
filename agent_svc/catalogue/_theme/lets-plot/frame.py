def milliseconds(dates):
    """Dates as lets-plot counts them, in milliseconds since 1970; numbers and places stay as they are."""
    if getattr(dates, "dtype", None) is None or dates.dtype.kind != "M":
        return dates
    return dates.astype("datetime64[us]").astype("int64") / 1000


def labels(title, x_label, y_label, notes=(), lying=False, size=(WIDTH, HEIGHT)):
    """Bold title, axis labels wrapped to the length of their axis, and a small line on what the picture leaves out."""
    width, height = size
    x_room, y_room = (height - 280, width - 320) if lying else (width - 320, height - 280)
    note = " ".join(filter(None, notes))
    return lp.labs(
        title=wrapped(title, width - 2 * MARGIN, 39, "bold", 4) if title else "",
        x=wrapped(x_label, x_room, 28),
        y=wrapped(y_label, y_room, 28),
        caption=wrapped(note, width - 2 * MARGIN, 21) if note else "",
    )


def message(title, text, size=(WIDTH, HEIGHT)):
    """A plot that says in words why there is nothing to draw."""
    style = {"size": 15.5, "color": MUTED, "family": FONT_NAME}
    words = lp.geom_text(x=0, y=0, label=wrapped(text, size[0] / 2, 31, lines=6), **style)
    return lp.ggplot() + words + LOOK + BARE + labels(title, "", "", size=size)


def axes(across, upward, lying=False):
    """Both axes from their scales: ticks and their texts, and what is seen of them; `lying` exchanges them."""
    parts = []
    for name, scale in (("x", across), ("y", upward)):
        make = {"x": lp.scale_x_continuous, "y": lp.scale_y_continuous}[name]
        if scale["kind"] == "log":
            make = {"x": lp.scale_x_log10, "y": lp.scale_y_log10}[name]
        ticks = list(milliseconds(pd.Series(scale["ticks"])))
        parts.append(make(breaks=ticks, labels=scale["texts"], expand=[0, 0]))
    ends = [list(milliseconds(pd.Series(scale["ends"]))) for scale in (across, upward)]
    parts.append((lp.coord_flip if lying else lp.coord_cartesian)(xlim=ends[0], ylim=ends[1]))
    if across["kind"] == "date":
        # Half of a long date may stand beyond the end of its axis.
        parts.append(lp.theme(plot_margin=[MARGIN, MARGIN + 72, MARGIN, MARGIN]))
    if across["kind"] == "names":
        # Names of a theme stay with the data: this is the text of the categories also when they lie.
        turned = {} if lying else {"angle": across["angle"], "hjust": 1 if across["angle"] else 0.5}
        parts.append(lp.theme(axis_text_x=lp.element_text(size=across["size"], color=INK, margin=8, **turned)))
        beside = max((text_width(text, 25) for text in upward["texts"]), default=0) + 8
        if not lying and across["lean"] > beside:
            parts.append(lp.theme(plot_margin=[MARGIN, 2 * MARGIN + 8, MARGIN, MARGIN + across["lean"] - beside]))
    return parts


def category_axes(names, upward, lying, beside=0, texts=None):
    """As `axes`, with named places along one of them; lying ones read from top to bottom, at 0, -1, -2, ..."""
    across = category_scale(names if texts is None else texts, HEIGHT - 300 if lying else WIDTH - 240 - beside, lying)
    if lying:
        low, high = across["ends"]
        across |= {"ends": (-high, -low), "ticks": [-tick for tick in across["ticks"]]}
    return [*axes(across, upward, lying), lp.theme(axis_line_x=NOTHING)]


def together(*parts):
    """Several parts of a plot, single ones and lists, as one that can be added to it."""
    whole = lp.theme()
    for part in parts:
        for one in part if isinstance(part, list) else [part]:
            whole += one
    return whole
