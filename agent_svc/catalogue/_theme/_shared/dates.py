DATE_TEXTS = {
    "us": ("%H:%M:%S.%f", "%Y-%m-%d"),
    "s": ("%H:%M:%S", "%Y-%m-%d"),
    "m": ("%H:%M", "%Y-%m-%d"),
    "h": ("%H:%M", "%Y-%m-%d"),
    "D": ("%d", "%b %Y"),
    "M": ("%b", "%Y"),
    "Y": ("%Y", ""),
}


def date_texts(ticks, unit, date_format="auto"):
    """The texts of dates on an axis: in the format asked for, else as short as the unit of their steps allows."""
    if date_format != "auto":
        return list(ticks.dt.strftime(date_pattern(None, date_format)))
    # The longer part, the day or the year, stands below the first tick and below those where it changes.
    short, long = (ticks.dt.strftime(pattern) if pattern else ticks.astype(str).str[:0] for pattern in DATE_TEXTS[unit])
    new = long.ne(long.shift())
    return [f"{a}\n{b}" if b and change else a for a, b, change in zip(short, long, new, strict=True)]
