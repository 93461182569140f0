"""The label-overlap gate: no text stands on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Array, PlacedText
from agent_svc.gates.words import shown

#: Of the height of letters: a box holds room for accents and descenders, so it may reach a little into another.
SLACK: Final = 0.16


class LabelOverlapGate:
    """Attention for texts whose turned boxes meet."""

    name = "label_overlap"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        pairs = list(overlaps(evidence.figure.placed))
        if not pairs:
            return Verdict()
        first, second = pairs[0]
        more = f" ({len(pairs) - 1} more such pairs)" if len(pairs) > 1 else ""
        message = f"Two texts overlap: “{shown(first.text)}” and “{shown(second.text)}”{more}."
        where = ", ".join(sorted({text.role for pair in pairs for text in pair}))
        suggestion = "Show fewer labels, turn them, or wrap them."
        return Verdict((Finding(self.name, Severity.ATTENTION, message, suggestion, where),))


def overlaps(texts: Sequence[PlacedText]) -> Iterator[tuple[PlacedText, PlacedText]]:
    """The pairs of texts that stand on each other."""
    corners = [_corners(text) for text in texts]
    if not corners:
        return
    boxes = np.array(corners)
    lows, highs = boxes.min(axis=1), boxes.max(axis=1)
    for i, text in enumerate(texts):
        near = (lows[i + 1 :] < highs[i]).all(axis=1) & (highs[i + 1 :] > lows[i]).all(axis=1)
        others = np.flatnonzero(near) + i + 1
        for j in others[_meet(boxes[i], boxes[others])].tolist():
            yield text, texts[j]


def _corners(text: PlacedText) -> Array:
    """The corners of the box, shrunk by the slack."""
    slack = SLACK * text.size
    wide, high = max(text.width - slack, 0.5) / 2, max(text.height - 2 * slack, 0.5) / 2
    turn = np.radians(text.angle)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    middle = np.array([text.x, text.y])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([middle + a * wide * along + b * high * across for a, b in signs])


def _meet(box: Array, others: Array) -> Array:
    """Which of the turned boxes `others` share some area with `box`: no line along a side separates them."""
    apart = np.zeros(len(others), dtype=bool)
    all_boxes = np.concatenate([np.broadcast_to(box, others.shape)[:, None], others[:, None]], axis=1)
    for which in (0, 1):
        for side in (all_boxes[:, which, 1] - all_boxes[:, which, 0], all_boxes[:, which, 2] - all_boxes[:, which, 1]):
            along = np.einsum("nbcd,nd->nbc", all_boxes, side)
            apart |= along.min(axis=2).max(axis=1) >= along.max(axis=2).min(axis=1)
    return ~apart
