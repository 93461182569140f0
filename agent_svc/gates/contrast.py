"""The contrast gate: texts and marks stand out from what is behind them, in the theme that was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Figure, Panel, PlacedText
from agent_svc.gates.words import named, shown

Color = npt.NDArray[np.float64]  # red, green, blue and perhaps alpha, 0 to 1

TEXT: Final = 4.5  #: contrast of text, WCAG 2.2 success criterion 1.4.3
LARGE: Final = 3.0  #: of text from 18 points on, the same criterion
MARKS: Final = 3.0  #: of graphical objects, success criterion 1.4.11
LARGE_POINTS: Final = 18
DPI: Final = 400
KINDS: Final = ("points", "lines", "bars", "segments", "wedges")
FAINT: Final = 0.2  #: opacity below which a colour no longer counts as itself
MAPPED: Final = 8  #: more colours than that in one group show values, and their pale end is meant
_BEND: Final = 0.06  # how far a tint may lie beside the straight way, in red, green and blue
_SAMPLES: Final = 8_000  # pixels that are looked at for one text


class ContrastGate:
    """Attention for texts below 4.5:1 (large ones 3:1) to the pixels around them, and marks below 3:1 to their axes."""

    name = "contrast"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        return Verdict((*self._texts(evidence, evidence.figure), *self._marks(evidence.figure)))

    def _texts(self, evidence: Evidence, figure: Figure) -> Iterator[Finding]:
        pixels = _pixels(evidence)
        worst, weak = TEXT, []
        points = figure.width_px / evidence.canvas[0] * DPI / 72
        for text in figure.placed:
            if pixels is None and text.role == "text":
                continue  # it may stand on a mark, and nothing is there to tell
            behind = _behind(text, pixels) if pixels is not None else rgba(evidence.paper)[:3]
            ratio = contrast(rgba(text.color), behind)
            if ratio < (LARGE if text.size >= LARGE_POINTS * points else TEXT):
                weak.append(shown(text.text))
                worst = min(worst, ratio)
        if weak:
            subject = "A text is" if len(weak) == 1 else f"{len(weak)} texts are"
            message = f"{subject} hard to read, with a contrast of {worst:.1f}:1 (4.5:1 is the least): {named(weak)}."
            suggestion = "Draw texts in the theme's ink."
            yield Finding(self.name, Severity.ATTENTION, message, suggestion, f"texts: {named(weak)}")

    def _marks(self, figure: Figure) -> Iterator[Finding]:
        weak = [found for panel in figure.axes if panel.visible for found in _weak_marks(panel)]
        if weak:
            ratio, kind, label = min(weak)
            whose = f" of “{shown(label)}”" if label else ""
            message = f"The {kind}{whose} hardly stand out, with a contrast of {ratio:.1f}:1 (3:1 is the least)."
            yield Finding(self.name, Severity.ATTENTION, message, "Use the theme's palette.", kind)


def contrast(color: Color, behind: Color) -> float:
    """The contrast ratio, 1 to 21, of a colour that may be translucent on one that is not (WCAG 2.2)."""
    alpha = color[3] if len(color) > 3 else 1.0
    seen = color[:3] * alpha + behind * (1 - alpha)
    light, dark = sorted((_luminance(seen), _luminance(behind)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def rgba(text: str) -> Color:
    """#rrggbb or #rrggbbaa as numbers; anything else is an opaque black."""
    digits = text.removeprefix("#")
    try:
        values = [int(digits[place : place + 2], 16) / 255 for place in range(0, len(digits), 2)]
    except ValueError:
        values = []
    return np.array([*values, 1.0] if len(values) == 3 else values if len(values) == 4 else [0.0, 0.0, 0.0, 1.0])


def _luminance(color: Color) -> float:
    linear = np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _weak_marks(panel: Panel) -> Iterator[tuple[float, str, str]]:
    """Contrast, kind and label of the marks that are too pale on the axes' own colour."""
    face = rgba(panel.face)[:3]
    filled = any(panel.marks.of(kind) for kind in ("areas", "bars", "boxes", "cells", "wedges", "polygons"))
    strongest: dict[tuple[float, ...], float] = {}
    for kind in (*KINDS, "areas", "polygons", "boxes"):
        for group in panel.marks.of(kind):
            for color in map(rgba, group.colors):
                key = tuple(color[:3])
                strongest[key] = max(strongest.get(key, 0.0), float(color[3]))
    for kind in KINDS:
        for group in panel.marks.of(kind):
            if len(group.colors) > MAPPED:
                continue
            colors = [*map(rgba, group.colors)]
            ramp = is_ramp([color[:3] for color in colors], face)
            for color in colors:
                if filled and not group.label and kind != "bars" and np.allclose(color[:3], face, atol=0.02):
                    continue  # a line in the colour of the paper parts what is filled
                opaque = strongest[tuple(color[:3])] >= FAINT
                ratio = contrast(color[:3] if opaque else color, face)
                if ratio < MARKS and not (ramp and opaque):
                    yield ratio, kind, group.label


def is_ramp(colors: list[Color], face: Color) -> bool:
    """Whether the pale ones of three or more colours are tints of those that stand out: shades that show a rank."""
    strong = [color for color in colors if contrast(color, face) >= MARKS]
    pale = [color for color in colors if contrast(color, face) < MARKS]
    return len(colors) >= 3 and all(any(_is_tint(one, of, face) for of in strong) for one in pale)


def _is_tint(color: Color, of: Color, face: Color) -> bool:
    """Whether `color` lies between `face` and `of`, within what mixing in another colour space makes of it."""
    way = of - face
    share = float((color - face) @ way / (way @ way))
    return 0 < share < 1 and bool(np.allclose(face + share * way, color, atol=_BEND))


def _pixels(evidence: Evidence) -> npt.NDArray[np.uint8] | None:
    """The picture's pixels; None when it was padded, so that the report's places are not its own."""
    picture = evidence.picture
    if picture is None or picture.size != picture.drawn:
        return None
    return np.asarray(picture.image)[..., :3]


def _behind(text: PlacedText, pixels: npt.NDArray[np.uint8]) -> Color:
    """The commonest colour of the box that the text fills: letters take less of it than what they stand on."""
    turn = np.radians(text.angle)
    wide = abs(text.width * np.cos(turn)) + abs(text.height * np.sin(turn))
    high = abs(text.width * np.sin(turn)) + abs(text.height * np.cos(turn))
    height, width = pixels.shape[:2]
    left, right = np.clip([text.x - wide / 2, text.x + wide / 2], 0, width).astype(int)
    top, bottom = np.clip([height - text.y - high / 2, height - text.y + high / 2], 0, height).astype(int)
    crop = pixels[top : max(bottom, top + 1), left : max(right, left + 1)].reshape(-1, 3)
    if not len(crop):
        return np.ones(3)
    crop = crop[:: max(len(crop) // _SAMPLES, 1)].astype(np.int64)
    coarse = (crop[:, 0] >> 3) << 10 | (crop[:, 1] >> 3) << 5 | crop[:, 2] >> 3
    commonest = np.bincount(coarse).argmax()
    return np.asarray(crop[coarse == commonest].mean(axis=0) / 255)
