import math

FONT, TITLE, LABEL, SMALL = 25, 39, 28, 21  # sizes of text, of the title, of axis labels and of notes, in pixels
MARGIN = 28  # between the picture's edge and everything in it
POINT = 200 / 72  # pixels


def text_lines(text):
    """How many lines the text has; none when it is empty."""
    return text.count("\n") + 1 if text else 0


def short_name(name):
    """A series' name on the one line that a legend has for it."""
    return wrapped(str(name), 420, FONT, lines=1)


def legend_place(names, where="auto", title=None, room=1100):
    """Where the legend stands (beside when it is long), its columns, the pixels of one, its rows, the pixels beside."""
    if where == "none" or not names or (where == "auto" and len(names) < 2):
        return {"where": "none", "columns": 1, "column": 0, "rows": 0, "beside": 0}
    column = max(text_width(short_name(name), FONT) for name in names) + 100
    room -= text_width(short_name(title), FONT) + 20 if title else 0
    columns = min(int(room / column) or 1, len(names))
    if where == "right" or (where == "auto" and len(names) > 3 * columns):
        heading = text_width(short_name(title), FONT) + 20 if title else 0
        return {"where": "right", "columns": 1, "column": column, "rows": 0, "beside": max(column, heading) + 20}
    return {"where": "above", "columns": columns, "column": column, "rows": -(-len(names) // columns), "beside": 0}


def tick_room(scale, side):
    """How many pixels the tick texts of an axis take, away from the plot."""
    lines = [line for text in scale["texts"] for line in text.split("\n")]
    size, turn = scale.get("size", FONT), math.radians(scale.get("angle", 0))
    wide = max((text_width(line, size) for line in lines), default=0)
    tall = 1.3 * size * max((text_lines(text) for text in scale["texts"]), default=1)
    return (wide if side == "y" else tall if not turn else wide * math.sin(turn) + size) + 24


def place_parts(x, y, title, x_label, y_label, notes=(), rows=0, beside=0, width=1600, height=900):
    """The texts around a plot, broken into lines, and the pixels that each side of it needs for them."""
    head = wrapped(title or "", width - 2 * MARGIN, TITLE, "bold", 4)
    note = wrapped(" ".join(filter(None, notes)), width - 2 * MARGIN, SMALL, lines=4)
    x_label, y_label = wrapped(x_label, width - 320, LABEL), wrapped(y_label, height - 280, LABEL)
    foot = MARGIN + 1.35 * SMALL * text_lines(note) + (10 if note else 0)
    left = MARGIN + 1.3 * LABEL * text_lines(y_label) + tick_room(y, "y") + (8 if y_label else 0)
    # The last text below the plot may stand at its very end.
    ends = [] if x.get("angle") or x["kind"] == "names" else x["texts"][-1:]
    last = max((text_width(line, FONT) / 2 for text in ends for line in text.split("\n")), default=0)
    return {
        "title": head,
        "note": note,
        "x_label": x_label,
        "y_label": y_label,
        "foot": foot,
        "top": MARGIN + 1.3 * TITLE * text_lines(head) + 38 * rows + 24,
        "bottom": foot + 1.3 * LABEL * text_lines(x_label) + tick_room(x, "x") + (8 if x_label else 0),
        "left": max(left, MARGIN + x.get("lean", 0)),
        "right": max(beside + MARGIN + 32, MARGIN + last),
    }
