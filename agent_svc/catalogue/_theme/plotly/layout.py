import math


def html(text):
    """The text as plotly shows it word for word: without markup, lines broken where it has them."""
    text = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\n", "<br>")


def legend_name(name):
    """A series' name as the legend shows it."""
    return html(short_name(name))


def legend_layout(legend, names, title=None):
    """plotly's settings of the legend in its place."""
    style = {"title": {"text": f"{legend_name(title)}\u00a0\u00a0", "font": {"size": FONT}} if title else None}
    style["traceorder"] = "normal"  # stacks would have it reversed
    if legend["where"] == "right":
        small = {"size": min(FONT, 700 / len(names) / 1.3)}
        return style | {"x": 1.01, "y": 1, "xanchor": "left", "yanchor": "top", "font": small}
    style |= {"orientation": "h", "x": 0, "y": 1.01, "xanchor": "left", "yanchor": "bottom"}
    return style | {"entrywidth": legend["column"] - 60}


def axis_layout(scale, side, grid):
    """plotly's settings of an axis: its kind, ends, ticks and their texts."""
    low, high = scale["ends"]
    style = {"tickmode": "array", "tickvals": scale["ticks"], "ticktext": [html(text) for text in scale["texts"]]}
    if scale["kind"] == "log":
        style |= {"type": "log", "range": [math.log10(low), math.log10(high)]}
    elif scale["kind"] == "names":
        style |= {"tickfont": {"size": scale["size"]}, "tickangle": -scale["angle"], "range": [low, high]}
        if not scale.get("numbered"):
            style |= {"type": "category", "categoryorder": "array", "categoryarray": scale["names"]}
            style |= {"tickvals": [scale["names"][tick] for tick in scale["ticks"]]}
    else:
        style |= {"type": scale["kind"], "range": [low, high]}
    style |= {"range": style["range"][::-1]} if scale["kind"] == "names" and side == "y" else {}
    marked = side == "x" and grid != "x" and scale["kind"] != "names"
    style |= {"ticks": "outside" if marked else "", "ticklen": 10, "ticklabelstandoff": 0 if marked else 8}
    return style | {"showgrid": side in grid, "showline": grid != side}


def title_layout(head, width, height):
    """A title at the upper left; plotly sets one of several lines higher than one of a single line."""
    down = MARGIN + (0.8 * TITLE if "\n" in head else 4)
    return {"text": html(head), "x": MARGIN / width, "y": 1 - down / height}


def add_words(fig, text, size=LABEL, **place):
    """A muted text in the margin; the shifts of its place count from the lower left corner of the plot."""
    if text:
        style = {"font": {"size": size, "color": MUTED}, "showarrow": False, "align": "left"}
        fig.add_annotation(text=html(text), xref="paper", yref="paper", x=0, y=0, **style, **place)


def lay_out(fig, x, y, title, x_label, y_label, notes=(), legend=None, group=None, grid="y", width=1600, height=900):
    """Axes, title, legend and a small line on what the picture leaves out, each with the room that it needs."""
    legend = legend or {"where": "none", "rows": 0, "beside": 0}
    parts = place_parts(x, y, title, x_label, y_label, notes, legend["rows"], legend["beside"], width, height)
    left, right, top, bottom = (parts[side] for side in ("left", "right", "top", "bottom"))
    names = [trace.name for trace in fig.data if trace.showlegend is not False]
    fig.update_layout(
        template=TEMPLATE,
        title=title_layout(parts["title"], width, height),
        margin={"l": left, "r": right, "t": top, "b": bottom, "autoexpand": False},
        showlegend=legend["where"] != "none",
        legend=legend_layout(legend, names, group) if legend["where"] != "none" else None,
        xaxis=axis_layout(x, "x", grid),
        yaxis=axis_layout(y, "y", grid),
    )
    across, upward = (width - left - right) / 2, (height - top - bottom) / 2
    down = parts["foot"] - bottom
    add_words(fig, parts["x_label"], xanchor="center", xshift=across, yanchor="bottom", yshift=down)
    beside = {"xanchor": "left", "xshift": MARGIN - left, "yanchor": "middle", "yshift": upward, "textangle": -90}
    add_words(fig, parts["y_label"], **beside)
    lowest = {"xanchor": "left", "xshift": MARGIN - left, "yanchor": "bottom", "yshift": MARGIN - bottom}
    add_words(fig, parts["note"], SMALL, **lowest)


def lay_out_circle(fig, title, notes, size=1200):
    """Title and note of a square picture without axes, with a circle that leaves room for the labels around it."""
    head = wrapped(title or "", size - 2 * MARGIN, TITLE, "bold", 4)
    note = wrapped(" ".join(filter(None, notes)), size - 2 * MARGIN, SMALL, lines=4)
    top = MARGIN + 1.3 * TITLE * text_lines(head) + 130
    bottom = MARGIN + 1.35 * SMALL * text_lines(note) + 100
    margin = {"l": 300, "r": 300, "t": top, "b": bottom, "autoexpand": False}
    fig.update_layout(template=TEMPLATE, title=title_layout(head, size, size), margin=margin, showlegend=False)
    lowest = {"xanchor": "left", "xshift": MARGIN - 300, "yanchor": "bottom", "yshift": MARGIN - bottom}
    add_words(fig, note, SMALL, **lowest)


def say(fig, title, text, width=1600, height=900):
    """A message in the place of the plot, when there is nothing to draw."""
    head = wrapped(title or "", width - 2 * MARGIN, TITLE, "bold", 4)
    words = wrapped(text, 0.7 * width, 31, lines=6)
    fig.update_layout(template=TEMPLATE, title=title_layout(head, width, height))
    fig.update_xaxes(visible=False)
    fig.update_yaxes(visible=False)
    middle = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
    fig.add_annotation(text=html(words), font={"size": 31, "color": MUTED}, **middle)
