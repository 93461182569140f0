def add_legend(ax, where="auto", title=None, scale=1.0):
    """The legend above the axes, or beside them when it is long: never over data; returns the inches beside."""
    handles, labels = ax.get_legend_handles_labels()
    if where == "none" or not labels or (where == "auto" and len(labels) == 1):
        return 0.0
    labels = [wrapped(label, 150, lines=1) for label in labels]
    widths = [text_width(label) + 35 for label in labels]
    room = 72 * 0.68 * ax.figure.get_figwidth()
    # As many columns as have room, each as broad as its broadest entry.
    fit = (n for n in range(len(labels), 1, -1) if sum(max(widths[start::n]) for start in range(n)) <= room)
    columns = next(fit, 1)
    style = {"title": title and wrapped(title, 150, lines=1), "alignment": "left", "borderpad": 0, "handlelength": 1.4}
    if where == "right" or (where == "auto" and len(labels) > 3 * columns):
        ax.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1), markerscale=scale, **style)
        return max(widths) / 72
    # matplotlib fills columns first; taking every n-th entry makes the rows read from left to right
    handles, labels = ([e for start in range(columns) for e in part[start::columns]] for part in (handles, labels))
    style |= {"ncols": columns, "columnspacing": 1.6, "markerscale": scale}
    ax.legend(handles, labels, loc="lower left", bbox_to_anchor=(0, 1.01), **style)
    return 0.0
