import numpy as np


def apart(heights, room):
    """The heights, moved as little as needed so that neighbours keep their `room` (one size, or one per height)."""
    order = np.argsort(heights, kind="stable")
    moved = np.asarray(heights, dtype=float)[order]
    needed = np.broadcast_to(room, len(moved))[order]
    for _ in range(200):
        push = (needed[:-1] + needed[1:]) / 2 - np.diff(moved)
        if len(moved) < 2 or push.max() <= 1e-3 * needed.max():
            break
        push = np.clip(push, 0, None) / 2
        moved[:-1] -= push
        moved[1:] += push
    return moved[np.argsort(order, kind="stable")]


def label_wedges(ax, wedges, labels, size=9.0):
    """Labels beside the wedges of a circle of radius 1, a line's distance apart, each joined to its wedge."""
    angles = np.radians([(wedge.theta1 + wedge.theta2) / 2 for wedge in wedges])
    sides = {side: np.flatnonzero((np.cos(angles) >= 0) == (side > 0)) for side in (1, -1)}
    widths = [max(text_width(line, size) for line in label.split("\n")) for label in labels]
    beside = {side: max([widths[place] for place in here], default=0.0) for side, here in sides.items()}
    # In points: as large as the longest label on either side leaves room for.
    room = 72 * (ax.figure.get_figwidth() - 2 * MARGIN) - sum(beside.values())
    radius = float(np.clip(room / 2.46, 60, 125))
    tops = [1.0, -1.0]
    for side, here in sides.items():
        halves = np.array([(size * 1.3 * (labels[place].count("\n") + 1) + 2) / radius / 2 for place in here])
        heights = apart(1.15 * np.sin(angles[here]), 2 * halves)
        tops += [*(heights + halves), *(heights - halves)]
        for place, height in zip(here, heights, strict=True):
            tip = (1.01 * np.cos(angles[place]), 1.01 * np.sin(angles[place]))
            # Crowded labels stand in a column, a few follow the circle.
            reach = np.sqrt(max(1.3**2 - height**2, 0.09))
            reach = 1.2 if len(labels) > 8 or abs(height) < 0.6 else min(max(reach, abs(tip[0]) + 0.12), 1.2)
            line = {"arrowstyle": "-", "color": MUTED, "linewidth": 0.8, "shrinkA": 2, "shrinkB": 0}
            line["relpos"] = (0 if side > 0 else 1, 0.5)
            style = {"ha": "left" if side > 0 else "right", "va": "center", "size": size, "arrowprops": line}
            ax.annotate(labels[place], tip, (side * reach, height), annotation_clip=False, **style)
    spare = max(room / radius - 2.46, 0) / 2
    ends = [1.23 + spare + beside[side] / radius for side in (-1, 1)]
    ax.set(xlim=(-ends[0], ends[1]), ylim=(min(tops) - 0.02, max(tops) + 0.02))
    ax.set_axis_off()


def name_ends(ax, ends, side="right"):
    """Names beside the ends (height, text, colour) of lines, a line's height apart; the limits must have been set."""
    height = 72 * (ax.figure.get_figheight() - 1.3)
    size = float(np.clip(height / max(len(ends), 1) / 1.3, 5, 9))
    to_axes = ax.transData + ax.transAxes.inverted()
    left = ax.get_xlim()[0]
    spots = np.array([to_axes.transform((left, value))[1] for value, _, _ in ends])
    edge, out, ha = (1.0, 1, "left") if side == "right" else (0.0, -1, "right")
    for (_, text, color), spot, place in zip(ends, spots, apart(spots, 1.3 * size / height), strict=True):
        # A name that had to move is joined to its line.
        moved = abs(place - spot) * height > 0.4 * size
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 2}
        line["relpos"] = (0 if side == "right" else 1, 0.5)
        ax.annotate(
            wrapped(text, 120, size, lines=1),
            (edge, spot),
            (edge + 0.025 * out, place),
            xycoords="axes fraction",
            arrowprops=line if moved else None,
            annotation_clip=False,
            ha=ha,
            va="center",
            size=size,
            color=color if color == MUTED else INK,
        )


def reference_line(ax, value, label=None, lying=False, inside=False):
    """A dashed line at the value across the axes, named at its end."""
    (ax.axvline if lying else ax.axhline)(value, color=MUTED, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2.5)
    text = wrapped(label or value_texts([value])[0], 90, 8)
    along = ax.get_xaxis_transform() if lying else ax.get_yaxis_transform()
    spot = (value, 0.999) if lying else (0.001 if inside else 0.999, value)
    style = {"ha": "center" if lying else "left", "va": "bottom" if lying or inside else "center", "size": 8}
    shift = (0, 4) if lying else (4, 2) if inside else (6, 0)
    ax.annotate(text, spot, shift, xycoords=along, textcoords="offset points", annotation_clip=True, **style)


def dots_size(count, largest=42.0):
    """The area of a dot in square points: the more dots, the smaller."""
    return float(np.clip(9000 / max(count, 1), 5, largest))
