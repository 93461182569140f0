import math

import pandas as pd
from bokeh.models import Label
from bokeh.plotting import figure

FONTS = "Noto Sans, DejaVu Sans, sans-serif"


def plain(text):
    """The text as bokeh shows it word for word: its signs for formulas come apart."""
    text = str(text)
    for sign in ("$$", "\\(", "\\["):
        text = text.replace(sign, f"{sign[0]}\u200b{sign[1]}")
    return text


def milliseconds(dates):
    """Dates as bokeh counts them: milliseconds since 1970-01-01."""
    return as_days(dates) * 86400e3


def add_words(plot, text, x, y, size=LABEL, color=MUTED, align="left", baseline="bottom", side="below", angle=0.0):
    """A text at a place counted in pixels from the lower left corner of the picture, in the margin of that side."""
    if text:
        style = {"text_font": FONTS, "text_font_size": f"{size}px", "text_color": color, "text_align": align}
        place = {"x": x, "y": plot.height - y, "x_units": "canvas", "y_units": "canvas", "angle": angle}
        words = Label(text=plain(text), text_baseline=baseline, text_line_height=1.2, **place, **style)
        words.text_font_style = "bold" if size == TITLE else "normal"
        plot.add_layout(words, side)


def set_axis(axis, scale, side, grid):
    """Ticks, their texts and the line of an axis."""
    ticks = list(milliseconds(pd.Series(scale["ticks"]))) if scale["kind"] == "date" else scale["ticks"]
    axis.ticker = [float(tick) for tick in ticks]
    axis.major_label_overrides = {float(tick): plain(text) for tick, text in zip(ticks, scale["texts"], strict=True)}
    axis.update(major_label_text_font=FONTS, major_label_text_color=INK, axis_line_color=MUTED, axis_line_width=2)
    axis.update(major_label_text_font_size=f"{scale.get('size', FONT):.1f}px", minor_tick_line_color=None)
    marked = side == "x" and grid != "x" and scale["kind"] != "names"
    axis.update(major_tick_line_color=MUTED if marked else None, major_tick_in=0, major_tick_out=10 if marked else 4)
    axis.update(major_tick_line_width=2, major_label_standoff=8)
    if scale.get("angle"):
        turned = {40: ("right", "middle"), 90: ("right", "middle")}[scale["angle"]]
        axis.update(major_label_orientation=math.radians(scale["angle"]))
        axis.update(major_label_text_align=turned[0], major_label_text_baseline=turned[1])
    if grid == side:
        axis.axis_line_color = None


def new_plot(x, y, parts, grid="y", width=1600, height=900):
    """A plot in its exact size with its axes, its title and the texts around it."""
    kinds = {
        "x_axis_type": "log" if x["kind"] == "log" else "linear",
        "y_axis_type": "log" if y["kind"] == "log" else "linear",
    }
    ends = [milliseconds(pd.Series(s["ends"])) if s["kind"] == "date" else s["ends"] for s in (x, y)]
    ranges = [tuple(float(end) for end in pair) for pair in ends]
    ranges[1] = ranges[1][::-1] if y["kind"] == "names" else ranges[1]
    plot = figure(width=width, height=height, x_range=ranges[0], y_range=ranges[1], toolbar_location=None, **kinds)
    frame_look(plot, parts, height)
    set_axis(plot.xaxis[0], x, "x", grid)
    set_axis(plot.yaxis[0], y, "y", grid)
    for side, lines in (("x", plot.xgrid), ("y", plot.ygrid)):
        lines.update(grid_line_color=GRID if side in grid else None, grid_line_width=2, level="underlay")
    across = parts["left"] + (width - parts["left"] - parts["right"]) / 2
    upward = parts["bottom"] + (height - parts["top"] - parts["bottom"]) / 2
    add_words(plot, parts["x_label"], across, parts["foot"], align="center")
    add_words(plot, parts["y_label"], MARGIN, upward, align="center", baseline="top", side="left", angle=math.pi / 2)
    return plot


def frame_look(plot, parts, height):
    """Paper, margins, title and the small line at the foot of a plot."""
    # The line covers the first row and column of pixels, which bokeh would leave without colour.
    plot.update(background_fill_color=PAPER, border_fill_color=PAPER, outline_line_color=None)
    plot.update(border_line_color=PAPER, border_line_width=4)
    plot.update(**{f"min_border_{side}": round(parts[side]) for side in ("left", "right", "top", "bottom")})
    add_words(plot, parts["title"], MARGIN, height - MARGIN, TITLE, INK, baseline="top", side="above")
    add_words(plot, parts["note"], MARGIN, MARGIN, SMALL)


def place_legend(plot, legend, title=None):
    """The legend above the plot, or beside it when it is long: never over data."""
    box = plot.legend[0]
    if legend["where"] == "none":
        box.visible = False
        return
    small = min(FONT, 700 / len(box.items) / 1.3) if legend["where"] == "right" else FONT
    box.update(label_text_font=FONTS, label_text_font_size=f"{small:.1f}px", label_text_color=INK, glyph_width=26)
    box.update(background_fill_color=None, border_line_color=None, padding=0, margin=10, spacing=4)
    box.update(label_standoff=8, glyph_height=24, label_height=round(1.2 * small))
    # Muted lines are drawn first and named last.
    box.items = sorted(box.items, key=lambda item: item.label.value.endswith(" others"))
    heading, words = plain(short_name(title or "")), {"title_text_font_style": "normal", "title_standoff": 14}
    plot.center.remove(box)
    if legend["where"] == "right":
        words |= {"title": heading, "title_text_font": FONTS, "title_text_font_size": f"{FONT}px"}
        box.update(location="top_left", title_text_color=INK, **words)
        plot.add_layout(box, "right")
        return
    # bokeh stacks what stands above, the last added first; the legend moves down from there to the frame.
    height = 38 * legend["rows"] - 8
    stacked = height + 20 + (0.96 * FONT if heading else 0)  # 20: the room that bokeh leaves around a legend
    beside = round(text_width(heading, FONT)) + 14 if heading else 0
    box.update(location=(beside, round(stacked - plot.min_border_top + 8)), orientation="horizontal", margin=0)
    box.update(ncols=legend["columns"], label_width=round(legend["column"] - 60), spacing=8)
    plot.add_layout(box, "above")
    first = plot.height - plot.min_border_top + 8 + height - 15
    style = {"size": FONT, "color": INK, "baseline": "middle", "side": "above"}
    add_words(plot, heading, plot.min_border_left, first, **style)


def message(title, text, width=1600, height=900):
    """A plot that says in words why there is nothing to draw."""
    plot = figure(width=width, height=height, x_range=(0, 1), y_range=(0, 1), toolbar_location=None)
    head = wrapped(title or "", width - 2 * MARGIN, TITLE, "bold", 4)
    sides = dict.fromkeys(("left", "right", "top", "bottom"), MARGIN)
    frame_look(plot, sides | {"title": head, "note": ""}, height)
    plot.axis.visible = plot.grid.visible = False
    words = wrapped(text, 0.7 * width, 31, lines=6)
    add_words(plot, words, width / 2, height / 2, 31, align="center", baseline="middle")
    plot.scatter([0.5], [0.5], size=0, alpha=0)
    return plot
