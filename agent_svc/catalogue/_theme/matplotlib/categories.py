import numpy as np


def lies_down(orientation, labels):
    """Whether the chart lies; auto: when labels are too long to stand below upright marks, and few enough for lying."""
    room = 72 * (plt.rcParams["figure.figsize"][0] - 1.2) / max(len(labels), 1)
    long = any(text_width(label) > 2.2 * room for label in labels)
    long = long or any(text_width(word) > room - 4 for label in labels for word in label.split(" "))
    return orientation == "horizontal" or (orientation == "auto" and len(labels) <= 25 and long)


def category_axis(axis, labels, beside=0.0):
    """One tick label per category, wrapped, turned or shortened to fit; `beside`: inches that a legend takes."""
    width, height = axis.axes.figure.get_size_inches()
    axis.set_tick_params(length=0)
    lying = axis.axis_name == "y"
    room = 72 * (height - 1.5 if lying else width - 1.3 - beside) / max(len(labels), 1)
    every = int(np.ceil(6.2 / room))  # with less room than that, not every category gets a label
    size, style = min(9.0, room * every / 1.2), {}
    words = [] if lying else [word for label in labels[:61] for word in label.split(" ")]
    if lying:
        lines = min(int(room / (1.25 * size)), 3) or 1
        shown = [wrapped(label, 72 * 0.27 * width, size, lines=lines) for label in labels[::every]]
    elif all(text_width(w) <= room - 4 for w in words) and all(text_width(t) <= 2.4 * room for t in labels[:61]):
        shown = [wrapped(label, room - 4) for label in labels[::every]]
    elif room >= 14:
        shown = [wrapped(label, 130, lines=1) for label in labels]
        style = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
    else:
        shown = [wrapped(label, 110, size, lines=1) for label in labels[::every]]
        style = {"rotation": 90}
    axis.set_ticks(range(0, len(labels), every), shown, size=size, **style)


def category_frame(ax, labels, lying, category_label, value_label, notes=(), beside=0.0):
    """Categories on one axis, top to bottom when they lie, grid lines for the values on the other, labels for both."""
    names, values = (ax.yaxis, ax.xaxis) if lying else (ax.xaxis, ax.yaxis)
    ax.grid(False)
    ax.grid(True, axis=values.axis_name)
    pad = 0.5 + 0.4 / len(labels)
    ends = (-pad, len(labels) - 1 + pad)
    ax.set(**{f"{names.axis_name}lim": ends[::-1] if lying else ends})
    category_axis(names, labels, beside)
    label_axes(ax, *((value_label, category_label) if lying else (category_label, value_label)), notes)
