from matplotlib.colors import LinearSegmentedColormap, to_rgb


def color_map(colors):
    """A colour map that runs evenly through the colours."""
    return LinearSegmentedColormap.from_list("", colors)


def text_on(color):
    """Black or white, whichever is easier to read on the colour (relative luminance as WCAG defines it)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return "#000000" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179 else "#ffffff"
