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
