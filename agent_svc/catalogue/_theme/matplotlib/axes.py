import matplotlib as mpl
import numpy as np
import pandas as pd


def number_axis(axis, values):
    """Round ticks; whole numbers and years stay what they are."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    whole, years = bool((values % 1 == 0).all()), bool(((values >= 1500) & (values <= 2200)).all())
    axis.set_major_locator(mpl.ticker.MaxNLocator(7, steps=[1, 2, 2.5, 5, 10], integer=whole))

    def text(value, _position):
        ticks = axis.get_majorticklocs()
        step = float(np.diff(ticks).min()) if len(ticks) > 1 else abs(value) or 1.0
        return f"{value:.0f}" if whole and years else number_text(value, step, np.abs(axis.get_view_interval()).max())

    axis.set_major_formatter(text)


def position_axis(axis, values, names, date_format="auto", beside=0.0):
    """The axis that lines run along: named places, else dates or numbers."""
    axis.axes.margins(**{axis.axis_name: 0.05 if names else 0.02})
    if names:
        category_axis(axis, names, beside)
    elif values.dtype.kind == "M":
        date_axis(axis, date_format)
    else:
        number_axis(axis, values)


def log_axis(axis, values):
    """A logarithmic axis with plain tick labels; returns the note on what it cannot show."""
    if isinstance(axis.get_major_locator(), mpl.dates.DateLocator | mpl.ticker.FixedLocator):
        return "Only numbers can stand on a logarithmic axis, so this one is not."
    values = values.dropna()
    positive = values[values > 0]
    if positive.empty:
        return "A logarithmic axis needs positive values, so this one is linear."
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    decades = np.log10(positive.max()) - np.log10(positive.min())
    if decades < 2.5:
        axis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5)) if decades > 0.7 else mpl.ticker.MaxNLocator(6))
        axis.set_minor_locator(mpl.ticker.NullLocator())
    axis.set_minor_formatter(mpl.ticker.NullFormatter())
    axis.set_major_formatter(lambda value, _position: number_text(value, abs(value) or 1.0, abs(value)))
    hidden = len(values) - len(positive)
    return f"Logarithmic axis: values of zero or below are left out ({count_text(hidden)})." if hidden else ""


def date_axis(axis, date_format="auto"):
    """Few round dates, as short as they can be or in the format asked for."""
    first, last = axis.get_data_interval()
    low, high = (first - 2, last + 2) if first == last else axis.get_view_interval()
    # The margin must not lead out of the calendar, years 1 to 9999: 9999-12-31 is how many write "for ever".
    axis.axes.set(**{f"{axis.axis_name}lim": (max(low, -719162), min(high, 2932896))})
    locator = mpl.dates.AutoDateLocator(minticks=3, maxticks=8)

    def texts(places):
        # All at once, because a text depends on its neighbours.
        low, high = axis.get_view_interval()
        seen = [place for place in places if low <= place <= high]
        ticks = pd.Series(mpl.dates.num2date(seen), dtype="datetime64[us, UTC]").dt.tz_localize(None)
        found = dict(zip(seen, date_texts(ticks, unit_of(ticks), date_format), strict=True))
        return [found.get(place, "") for place in places]

    formatter = mpl.ticker.NullFormatter()
    formatter.format_ticks = texts
    axis.set_major_locator(locator)
    axis.set_major_formatter(formatter)


def unit_of(ticks):
    """The longest unit, from years (Y) to microseconds (us), whose starts all these dates are."""
    days = ticks.dt
    parts = {"us": days.microsecond, "s": days.second, "m": days.minute, "h": days.hour}
    parts |= {"D": days.day - 1, "M": days.month - 1}
    return next((unit for unit, part in parts.items() if (part > 0).any()), "Y")


def set_range(axis, bounds):
    """The limits asked for, open where None; on a date axis the numbers are years."""
    if isinstance(axis.get_major_locator(), mpl.dates.DateLocator):
        # The ticks around the ends have to be in the calendar, years 1 to 9999, too.
        bounds = [None if year is None else 365.2425 * (min(max(year, 2), 9998) - 1970) for year in bounds]
    if axis.get_scale() == "log":
        bounds = [None if (end or 0) <= 0 else end for end in bounds]
    axis.axes.set(**{f"{axis.axis_name}lim": bounds})
