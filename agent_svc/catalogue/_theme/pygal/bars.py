import pygal


def bar_frame(values, labels, lying, beside=0):
    """The scales of a chart with categories as (x, y); pygal's categories share an axis from 0 to 1, without a line."""
    names = category_scale(labels, 620 if lying else 1340 - beside, lying)
    middles = bar_spots(len(labels), 1, lying)[0]
    names |= {"ticks": [middles[tick] for tick in names["ticks"]], "ends": (0.0, 1.0), "bare": values["kind"] != "log"}
    return (values, names) if lying else (names, values)


def bar_spots(count, series, lying):
    """By series, where pygal puts the middle of each bar on the axis from 0 to 1; lying ones read from the top."""
    orders = [series - 1 - place if lying else place for place in range(series)]
    steps = range(count - 1, -1, -1) if lying else range(count)
    return [[(step + 0.06 + 0.88 * (order + 0.5) / series) / count for step in steps] for order in orders]


def new_bars(scale, parts, labels, colors, lying):
    """A chart of bars that stand or lie, with these categories and ends of the values."""
    low, high = drawn_scale(scale)["ends"]
    kind = pygal.HorizontalBar if lying else pygal.Bar
    # Where the axis has no zero, bars begin at its end.
    zero = low if scale["kind"] == "log" else min(max(0.0, low), high)
    return kind(**look(colors, parts), range=inside((low, high)), zero=zero, x_labels=labels[::-1] if lying else labels)


def add_bars(chart, name, values, scale, lying):
    """The bars of a series; a logarithmic axis shows those above zero."""
    shown = on_scale(values, scale)
    chart.add(str(name), shown[::-1] if lying else shown)


def finish_bars(root, series, texts, scale, lying, sides, box):
    """The line at zero, and the numbers of the bars of each series beyond their ends, where these are in sight."""
    low, high = drawn_scale(scale)["ends"]
    if scale["kind"] != "log" and low <= 0 <= high:
        zero = sides[0 if lying else 1](0.0)
        add_line(root, [(zero, box[2]), (zero, box[3])] if lying else [(box[0], zero), (box[1], zero)])
    places = bar_spots(len(series[0]), len(series), lying)
    upright = not lying and len(series) * len(series[0]) > 16
    for spots, values, words in zip(places, series, texts, strict=True):
        for spot, value, text in zip(spots, on_scale(values, scale), words, strict=True):
            if value is not None and low <= value <= high:
                place = (sides[0](value), sides[1](spot)) if lying else (sides[0](spot), sides[1](value))
                name_bar(root, text, *place, value < 0 and scale["kind"] != "log", lying, upright)


def name_bar(root, text, x, y, back, lying, upright):
    """A number beyond the end of a bar, which points to the left or down when it goes `back`."""
    if lying:
        add_words(root, text, x + (-8 if back else 8), y, 22, anchor="end" if back else "start", middle=True)
    elif upright:
        turned = {"anchor": "end" if back else "start", "turn": -90, "middle": True}
        add_words(root, text, x, y + (10 if back else -10), 22, **turned)
    else:
        add_words(root, text, x, y + (28 if back else -10), 22, anchor="middle")
