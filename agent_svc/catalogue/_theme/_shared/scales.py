import numpy as np
import pandas as pd


def round_steps(low, high, most=7, whole=False):
    """At most `most` round numbers from low to high, in equal steps of 1, 2, 2.5 or 5."""
    rough = (high - low) / most or abs(high) or 1.0
    power = 10.0 ** np.floor(np.log10(rough))
    step = next(n * power for n in (1, 2, 2.5, 5, 10, 20) if n * power >= rough * (1 - 1e-9))
    step = max(float(np.ceil(step - 1e-9)), 1.0) if whole and step < 10 else step
    return np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step


def limits(low, high, bounds):
    """Both ends of an axis: those asked for, else the data's own; never the same and never the wrong way round."""
    first, last = bounds or (None, None)
    room = (high - low) or abs(high) or 1.0
    if low == high and bounds is None:
        return low - room / 2, high + room / 2
    start, end = low if first is None else first, high if last is None else last
    if start < end:
        return start, end
    return (start, start + room) if last is None else (end - room, end)


def number_scale(values, bounds=None, room=(0.05, 0.05), zero=False):
    """Ends, ticks and tick texts of a linear axis; with `zero`, room is only left where values lie beyond it."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    low, high = float(values.min()), float(values.max())
    before, behind = room
    if zero:
        before, behind = (before if low < 0 else 0), (behind if high > 0 or low == 0 else 0)
        low, high = min(low, 0.0), max(high, 0.0)
        high = 1.0 if low == high else high
    spread = high - low
    ends = limits(low - before * spread, high + behind * spread, bounds)
    whole = bool((values % 1 == 0).all())
    ticks = round_steps(*ends, whole=whole)
    step = float(np.diff(ticks).min()) if len(ticks) > 1 else float(np.abs(ticks).max(initial=0.0)) or 1.0
    years = whole and bool(((values >= 1500) & (values <= 2200)).all()) and not zero
    texts = [f"{tick:.0f}" if years else number_text(tick, step, np.abs(ends).max()) for tick in ticks]
    return {"kind": "linear", "ends": ends, "ticks": list(ticks), "texts": texts, "note": ""}


def log_scale(values, bounds=None, room=0.05):
    """The same of a logarithmic axis, with a note on what it cannot show; linear when nothing is positive."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    positive = values[values > 0]
    if not len(positive):
        note = "A logarithmic axis needs positive values, so this one is linear."
        return number_scale(values, bounds) | {"note": note}
    low, high = np.log10(positive.min()), np.log10(positive.max())
    margin = room * (high - low) if high > low else 0.5
    bounds = bounds and [None if (end or 0) <= 0 else np.log10(end) for end in bounds]
    low, high = limits(low - margin, high + margin, bounds)
    powers = np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = 10.0 ** powers[:: max(int(np.ceil(len(powers) / 9)), 1)]
    if high - low < 0.7:
        ticks = round_steps(10**low, 10**high, 6)
    elif high - low < 2.5:
        ticks = np.array([n * 10.0**power for power in powers for n in (1, 2, 5)])
    ticks = ticks[(ticks >= 10**low * (1 - 1e-9)) & (ticks <= 10**high * (1 + 1e-9)) & (ticks > 0)]
    hidden = len(values) - len(positive)
    note = f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else ""
    texts = [number_text(tick, tick, tick) for tick in ticks]
    return {"kind": "log", "ends": (10.0**low, 10.0**high), "ticks": list(ticks), "texts": texts, "note": note}


DATE_STEPS = {
    "s": (1, 2, 5, 10, 15, 30),
    "m": (1, 2, 5, 10, 15, 30),
    "h": (1, 2, 3, 6, 12),
    "D": (1, 2, 7, 14),
    "M": (1, 2, 3, 6),
    "Y": (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000),
}


def date_scale(values, date_format="auto", bounds=None, room=0.02):
    """The same of an axis of dates: few round ones, written as short as they can be; bounds are years."""
    known = values.dropna().to_numpy().astype("datetime64[us]").astype("int64")
    low, high = float(known.min()), float(known.max())
    margin = room * (high - low) or 2 * 86400e6
    years = bounds and [end and 31556952e6 * (min(max(end, 1), 9998) - 1970) for end in bounds]
    low, high = limits(low - margin, high + margin, years)
    # The margin must not lead out of the calendar, years 1 to 9999: 9999-12-31 is how many write "for ever".
    edges = np.array([max(low, -62135596800e6), min(high, 253402300799e6)]).astype("int64").astype("datetime64[us]")
    for unit, sizes in DATE_STEPS.items():
        first, last = edges.astype(f"datetime64[{unit}]").astype("int64")
        shift = {"Y": 1970, "D": 3}.get(unit, 0)  # whole decades, weeks that begin on Monday
        size = next((size for size in sizes if (last - first) / size <= 8), None)
        if size:
            break
    steps = np.arange(-(-(first + shift) // size), (last + shift) // size + 1) * size - shift
    ticks = pd.Series(steps.astype(f"datetime64[{unit}]").astype("datetime64[us]"))
    ticks = ticks[(ticks >= edges[0]) & (ticks <= edges[1])]
    texts = date_texts(ticks, unit, date_format)
    ends = tuple(pd.Timestamp(edge) for edge in edges)
    return {"kind": "date", "ends": ends, "ticks": list(ticks), "texts": texts, "note": ""}


def as_days(values):
    """Dates as days since 1970-01-01, from the year 1 to the year 9999."""
    moments = values.to_numpy().astype("datetime64[us]")
    return pd.Series(np.where(np.isnat(moments), np.nan, moments.astype("int64") / 86400e6), values.index)


def as_dates(days):
    """The dates of these days since 1970-01-01."""
    return pd.Series((np.asarray(days, dtype=float) * 86400e6).astype("int64").astype("datetime64[us]"))


def category_scale(labels, room, lying=False, size=25.0):
    """The same of named places 0, 1, 2, ...: texts wrapped, turned or shortened to fit the `room` in pixels."""
    labels, each = [str(label) for label in labels], room / max(len(labels), 1)
    every = max(int(np.ceil(0.69 * size / each)), 1)  # with less room than that, not every category gets a label
    small, angle = min(size, each * every / 1.2), 0
    words = [word for label in labels[:61] for word in label.split(" ")]
    if lying:
        lines = min(int(each / (1.25 * small)), 3) or 1
        texts = [wrapped(label, 400, small, lines=lines) for label in labels]
    elif max(text_width(t, size) for t in words) <= each - 10 and all(
        text_width(t, size) <= 2.4 * each for t in labels[:61]
    ):
        texts = [wrapped(label, each - 10, size) for label in labels]
    else:
        angle = 40 if each >= 1.5 * size else 90
        texts = [wrapped(label, 340, small, lines=1) for label in labels]
    # Turned texts begin left of their tick, the first ones perhaps left of the plot.
    lean = [0.77 * text_width(text, small) - each * (0.5 + place) for place, text in enumerate(texts[:6])]
    pad = 0.5 + 0.4 / len(labels)
    found = {"kind": "names", "ends": (-pad, len(labels) - 1 + pad), "names": labels, "note": ""}
    found["lean"] = max([0, *lean]) if angle == 40 else 0
    return found | {"ticks": list(range(0, len(labels), every)), "texts": texts[::every], "angle": angle, "size": small}


def position_scale(values, names, date_format="auto", bounds=None, room=1300):
    """The scale that lines run along: named places, else dates or numbers."""
    if names:
        return category_scale(names, room)
    if values.dtype.kind == "M":
        return date_scale(values, date_format, bounds)
    return number_scale(values, bounds, (0.02, 0.02))


def lies_down(orientation, labels, room=1360, size=25.0):
    """Whether the chart lies; auto: when labels are too long to stand below upright marks, and few enough for lying."""
    each = room / max(len(labels), 1)
    long = any(text_width(label, size) > 2.2 * each for label in labels)
    long = long or any(text_width(word, size) > each - 10 for label in labels for word in label.split(" "))
    return orientation == "horizontal" or (orientation == "auto" and len(labels) <= 25 and long)
