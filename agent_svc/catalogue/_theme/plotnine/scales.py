import matplotlib as mpl
import numpy as np


def number_labels(values):
    """A function that writes tick labels; years stay what they are."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    years = bool(((values >= 1500) & (values <= 2200) & (values % 1 == 0)).all())

    def texts(ticks):
        known = np.array([tick for tick in ticks if tick is not None and np.isfinite(tick)], dtype=float)
        step = float(np.diff(known).min()) if len(known) > 1 else float(np.abs(known).max(initial=0.0)) or 1.0
        largest = float(np.abs(known).max(initial=0.0))
        return [f"{tick:.0f}" if years else number_text(tick, step, largest) for tick in ticks]

    return texts


def filled(bounds, values):
    """Both ends of an axis: those asked for, and the data's own where they are open."""
    if bounds is None:
        return None
    low, high = (own if end is None else end for end, own in zip(bounds, (values.min(), values.max()), strict=True))
    if low < high:
        return low, high
    return (low, low + (abs(low) or 1.0)) if bounds[1] is None else (high - (abs(high) or 1.0), high)


def number_scale(axis, values, bounds=None, expand=(0.05, 0, 0.05, 0)):
    """A linear scale with round ticks and plain labels; what is beyond the bounds is cut off, not dropped."""
    scale = {"x": p9.scale_x_continuous, "y": p9.scale_y_continuous}[axis]
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    whole = bool((values % 1 == 0).all())
    ticks = mpl.ticker.MaxNLocator(7, steps=[1, 2, 2.5, 5, 10], integer=whole)
    return scale(
        limits=filled(bounds, values),
        oob=lambda seen, _range: seen,
        breaks=lambda ends: ticks.tick_values(*ends),
        labels=number_labels(values),
        expand=expand,
    )


def log_scale(axis, values, bounds=None, expand=(0.05, 0, 0.05, 0)):
    """A logarithmic scale with plain labels, and the note on what it cannot show; linear when nothing is positive."""
    values = values.dropna()
    hidden = int((values <= 0).sum())
    if hidden == len(values):
        note = "A logarithmic axis needs positive values, so this one is linear."
        return number_scale(axis, values, bounds, expand), note
    scale = {"x": p9.scale_x_log10, "y": p9.scale_y_log10}[axis]
    np.seterr(divide="ignore", invalid="ignore")  # bars begin at zero, which is infinitely far below
    ends = bounds and [None if (end or 0) <= 0 else end for end in bounds]

    def texts(ticks):
        return [number_text(tick, abs(tick) or 1.0, abs(tick)) for tick in ticks]

    note = f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else ""
    return scale(
        limits=filled(ends, values[values > 0]), oob=lambda seen, _range: seen, labels=texts, expand=expand
    ), note


def date_scale(axis, values, date_format="auto", bounds=None, expand=(0.02, 0, 0.02, 0)):
    """Few round dates, as short as they can be or in the format asked for; bounds are years."""
    scale = {"x": p9.scale_x_datetime, "y": p9.scale_y_datetime}[axis]
    years = bounds and [None if end is None else int(min(max(end, 2), 9998)) for end in bounds]
    asked = years and [None if end is None else pd.Timestamp(f"{end:04d}-01-01") for end in years]
    ends = asked and tuple(
        own if end is None else end for end, own in zip(asked, (values.min(), values.max()), strict=True)
    )
    ends = ends and (ends if ends[0] < ends[1] else None)

    def breaks(seen):
        low, high = (pd.Timestamp(end) for end in seen)
        first, last = sorted(mpl.dates.date2num([low, high]))
        ticks = mpl.dates.AutoDateLocator(minticks=3, maxticks=8).tick_values(min(low, high), max(low, high))
        inside = ticks[(ticks >= first) & (ticks <= last)]
        return [pd.Timestamp(tick).tz_localize(None) for tick in mpl.dates.num2date(inside)]

    def texts(ticks):
        days = pd.Series(pd.to_datetime(list(ticks)))
        return list(days.dt.strftime(date_pattern(days, date_format)))

    # A margin must not lead out of the calendar.
    return scale(
        limits=ends, oob=lambda seen, _range: seen, breaks=breaks, labels=texts, expand=(0, 0) if bounds else expand
    )
