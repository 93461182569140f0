RAMPS = {
    "sequential": SEQUENTIAL,
    "diverging": DIVERGING,
    "viridis": ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"],
    "cividis": ["#00224e", "#1a386f", "#434e6c", "#61656f", "#7d7c78", "#9b9476", "#bcae6c", "#dec958", "#fee838"],
    "magma": ["#000004", "#1d1147", "#51127c", "#822681", "#b73779", "#e75263", "#fc8961", "#fec488", "#fcfdbf"],
}


def color_at(ramp, share):
    """The colour at a share of a ramp, from 0 (first) to 1 (last), as #rrggbb."""
    place = min(max(share, 0.0), 1.0) * (len(ramp) - 1)
    left = min(int(place), len(ramp) - 2)
    ends = [[int(color[at : at + 2], 16) for at in (1, 3, 5)] for color in ramp[left : left + 2]]
    mixed = [round(a + (b - a) * (place - left)) for a, b in zip(*ends, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def text_on(color):
    """Black or white, whichever is easier to read on the colour (relative luminance as WCAG defines it)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return "#000000" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179 else "#ffffff"
