THEME = "light"

# Text has a contrast of at least 4.5:1 to the paper, marks have 3:1; the eight colours stay apart under red, green and
# blue blindness (OKLab distance of at least 0.06 between any two, simulated).
COLORS = {
    "light": {"paper": "#ffffff", "ink": "#1b1f24", "muted": "#59626e", "grid": "#e4e8ed"},
    "dark": {"paper": "#14171c", "ink": "#e9ecf0", "muted": "#a7afba", "grid": "#2b313a"},
}[THEME]
PAPER, INK, MUTED, GRID = COLORS.values()
COLOR_NAMES = ["blue", "orange", "green", "rose", "gold", "purple", "sky", "rust"]
PALETTE = {
    "light": ["#3b4eb8", "#cb831e", "#1a9c86", "#9f2a51", "#8a6500", "#4f207a", "#327da7", "#6d2107"],
    "dark": ["#6c9af6", "#ff7f24", "#7fcda0", "#d581ab", "#f0da16", "#7f69e3", "#90eefd", "#cb4729"],
}[THEME]
# Even steps in OKLab, so that equal differences look equal; pale is low on light paper, dark is low on dark.
SEQUENTIAL = {
    "light": "#f6f4e5 #beeab7 #7ed1af #48b2ae #1b91a9 #0d6e9d #1f4b87 #262966 #19123d",
    "dark": "#1f213c #2f3369 #29528c #0e74a3 #0096af #3bb6b2 #78d2af #bbe9ad #f9f6c8",
}[THEME].split()
DIVERGING = {
    "light": "#1e3f7f #256fac #559fd0 #9bcbe8 #f0f1f2 #dfbd95 #c2884d #9d551a #732410",
    "dark": "#74e1ff #56abe6 #4279b0 #344e70 #292a2b #6b4031 #a86040 #db8e57 #fdc678",
}[THEME].split()


def series_colors(first=None):
    """The palette, starting with the named colour."""
    start = COLOR_NAMES.index(first) if first else 0
    return PALETTE[start:] + PALETTE[:start]


def series_styles(names, first=None):
    """Colour and legend label of every series: past the palette's eight they are muted and share one label."""
    colors, rest = series_colors(first), len(names) - len(PALETTE) + 1
    if rest < 2:
        return {name: (color, str(name)) for name, color in zip(names, colors, strict=False)}
    styles = dict.fromkeys(names, (MUTED, "_nolegend_"))
    styles[names[-rest]] = (MUTED, f"{rest} others")
    return styles | {name: (color, str(name)) for name, color in zip(names, colors[:-1], strict=False)}
