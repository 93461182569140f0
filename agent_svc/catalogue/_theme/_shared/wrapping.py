import textwrap


def wrapped(text, width, size=9, weight="normal", lines=3):
    """The text on at most `lines` even lines of `width` points; a longer one loses its middle."""
    text = " ".join(text.replace("\n", " ").split(" "))
    keep = across = max(len(text), 1)
    while True:
        cut = text if keep >= len(text) else f"{text[: keep - keep // 3].rstrip()}…{text[len(text) - keep // 3 :]}"
        rows = textwrap.wrap(cut, across, break_on_hyphens=False) or [""]
        widest = max(text_width(row, size, weight) for row in rows)
        if widest > width and across > 1:
            across = max(min(across - 1, int(across * width / widest) + 2), 1)
        elif len(rows) > lines and keep > 3:
            keep = max(min(keep - 1, int(keep * lines / len(rows)) + 4), 3)
        else:
            break
    even = textwrap.wrap(cut, len(cut) // len(rows) + 4, break_on_hyphens=False, break_long_words=False)
    fits = len(even) == len(rows) and all(text_width(row, size, weight) <= width for row in even)
    return "\n".join(even if fits else rows)
