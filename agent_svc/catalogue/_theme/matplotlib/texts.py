from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path


def text_width(text, size=9, weight="normal"):
    """The width of one line of text, in points."""
    font = FontProperties(family=FONTS, size=size, weight=weight)
    return text_to_path.get_text_width_height_descent(text, font, False)[0]


def add_title(fig, title):
    """A bold title at the left edge, on as many lines as it needs."""
    if title:
        width = fig.get_figwidth() - 2 * MARGIN
        fig.suptitle(wrapped(title, 72 * width, 14, "bold", 4), x=MARGIN / fig.get_figwidth(), ha="left")


def label_axes(ax, x_label, y_label, notes=()):
    """Axis labels, wrapped to the length of their axis, and a small line at the foot on what the picture leaves out."""
    width, height = ax.figure.get_size_inches()
    ax.set_xlabel(wrapped(x_label, width_beside_names(ax), 10))
    ax.set_ylabel(wrapped(y_label, 72 * (height - 1.4), 10))
    note = wrapped(" ".join(filter(None, notes)), 72 * (width - 2 * MARGIN), 7.5)
    if note:
        ax.figure.supxlabel(note, x=MARGIN / width, ha="left", size=7.5, color=MUTED)


def width_beside_names(ax):
    """How long a line over or under the axes may be, in points: names of categories beside them take their room."""
    names = [label.get_text() for label in ax.get_yticklabels()]
    longest = max((text_width(line) for name in names for line in name.split("\n")), default=0.0)
    return 72 * ax.figure.get_figwidth() - max(72 * 1.6, longest + 72 * 0.8)


def add_heading(ax, text):
    """What the values are, above the left edge of the axes, for charts whose values need no axis."""
    ax.set_title(wrapped(text, width_beside_names(ax), 10), loc="left", size=10, color=MUTED)


def say(ax, text):
    """A message in the place of the plot, when there is nothing to draw."""
    ax.set_axis_off()
    words = wrapped(text, 40 * ax.figure.get_figwidth(), 11, lines=6)
    ax.text(0.5, 0.5, words, size=11, color=MUTED, ha="center", va="center", transform=ax.transAxes)
