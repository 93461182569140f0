def cell_colors(cells, palette="auto", bounds=None):
    """The colours of cells and the values of the first and the last; zero is the middle of values of both signs."""
    lowest, highest = float(cells.min(axis=None)), float(cells.max(axis=None))
    low, high = bounds or (None, None)
    low, high = sorted((lowest if low is None else low, highest if high is None else high))
    two_sided = palette == "diverging" or (palette == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    own = RAMPS["diverging" if two_sided else "sequential"]
    return own if palette in ("auto", "sequential", "diverging") else RAMPS[palette], low, high
