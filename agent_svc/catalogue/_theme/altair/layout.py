import altair as alt
import pandas as pd


def words(text, x, y, size, **style):
    """A text at a place counted in pixels from the upper left corner of the plot."""
    mark = {"text": text, "fontSize": size, "lineBreak": "\n", "font": FONTS, "color": INK} | style
    return alt.Chart(pd.DataFrame({"": [0]})).mark_text(**mark).encode(x=alt.value(x), y=alt.value(y))


def configured(chart, parts, width, height):
    """The chart in its exact size, in our look, with its title and the small line at the foot."""
    left, right, top, bottom = (parts[side] for side in ("left", "right", "top", "bottom"))
    inner = {"width": width - left - right, "height": height - top - bottom}
    layers = [chart]
    if parts["note"]:
        foot = {"size": SMALL, "color": MUTED, "align": "left", "baseline": "line-bottom"}
        last = inner["height"] + bottom - MARGIN - 1.3 * SMALL * (text_lines(parts["note"]) - 1)
        layers.append(words(parts["note"], MARGIN - left, last, **foot, lineHeight=1.3 * SMALL))
    if parts["title"]:
        head = {"size": TITLE, "fontWeight": "bold", "align": "left", "baseline": "line-top", "lineHeight": 1.3 * TITLE}
        layers.append(words(parts["title"], MARGIN - left, MARGIN - top, **head))
    return (
        alt.layer(*layers)
        .properties(**inner, background=PAPER, autosize=alt.AutoSizeParams(type="none"))
        .properties(padding={"left": left, "right": right, "top": top, "bottom": bottom})
        .configure(font=FONTS)
        .configure_axis(**AXIS_LOOK)
        .configure_legend(**LEGEND_LOOK)
        .configure_view(stroke=None)
    )


def lay_out(layers, parts, width=1600, height=900):
    """The layers as one chart, which is exactly so many pixels wide and high."""
    return configured(alt.layer(*layers), parts, width, height)


def message(title, text, width=1600, height=900):
    """A chart that says in words why there is nothing to draw."""
    head = wrapped(title or "", width - 2 * MARGIN, TITLE, "bold", 4)
    shown = wrapped(text, 0.7 * width, 31, lines=6)
    sides = dict.fromkeys(("left", "right", "top", "bottom"), MARGIN)
    middle = width / 2 - MARGIN, height / 2 - MARGIN
    return configured(words(shown, *middle, 31, color=MUTED), sides | {"title": head, "note": ""}, width, height)


def circle_parts(title, notes, size=1200):
    """The texts and sides of a square picture without axes."""
    note = wrapped(" ".join(filter(None, notes)), size - 2 * MARGIN, SMALL, lines=4)
    head = wrapped(title or "", size - 2 * MARGIN, TITLE, "bold", 4)
    top, bottom = MARGIN + 1.3 * TITLE * text_lines(head), MARGIN + 1.35 * SMALL * text_lines(note)
    return {"title": head, "note": note, "left": MARGIN, "right": MARGIN, "top": top, "bottom": bottom}
