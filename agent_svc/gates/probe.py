"""The probe gate: what the renderer's probe saw from inside, as hints; it runs beside the script and can be forged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict

VERSION: Final = 1
_SHOWN: Final = 3  # of many texts or characters, how many a message names
_SHOWN_CHARACTERS: Final = 40


class Incoherent(ValueError):
    """The report does not fit the picture; the message says where."""


class ProbeGate:
    """Attention for texts beyond the canvas, for characters without a glyph, and for a report that does not fit."""

    name = "probe"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.picture is None:
            return Verdict()
        try:
            return Verdict(tuple(self._findings(_figure(evidence, evidence.picture.drawn))))
        except Incoherent as reason:
            message = f"The picture is unverified: {reason}."
            return Verdict((Finding(self.name, Severity.ATTENTION, message, "Look at the picture before you use it."),))

    def _findings(self, figure: Mapping[str, object]) -> Iterator[Finding]:
        outside = [_text_of(item) for item in _list(figure, "texts_outside")]
        if outside:
            subject = "A text reaches" if len(outside) == 1 else f"{len(outside)} texts reach"
            message = f"{subject} beyond the canvas and may be cut off: {_named(outside)}."
            yield Finding(self.name, Severity.ATTENTION, message, "Shorten the text, or choose a smaller label.")
        missing = [_character(item) for item in _list(figure, "missing_glyphs")]
        if missing:
            subject = "A character has" if len(missing) == 1 else f"{len(missing)} characters have"
            message = f"{subject} no glyph in the font and show as a box: {_named(missing)}."
            yield Finding(self.name, Severity.ATTENTION, message, "Write the label without them.")


def _figure(evidence: Evidence, drawn: tuple[int, int]) -> Mapping[str, object]:
    """The report on the one figure that was saved. Raises Incoherent."""
    if evidence.probe is None:
        raise Incoherent("the probe left no report")
    if evidence.probe.get("v") != VERSION:
        raise Incoherent("the probe's report has another version")
    figures = _list(evidence.probe, "figures")
    if len(figures) != 1:
        raise Incoherent(f"the probe reports {len(figures)} figures, not one")
    figure = figures[0]
    if not isinstance(figure, Mapping) or figure.get("file") != evidence.file:
        raise Incoherent("the probe reports another file")
    if (figure.get("width_px"), figure.get("height_px")) != drawn:
        raise Incoherent("the probe reports another size than the picture has")
    return figure


def _list(report: Mapping[str, object], name: str) -> list[object]:
    found = report.get(name)
    if not isinstance(found, list):
        raise Incoherent(f"the probe's report has no list of {name}")
    return found


def _text_of(item: object) -> str:
    if not isinstance(item, Mapping) or not isinstance(text := item.get("text"), str):
        raise Incoherent("the probe's report names a text that is none")
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def _character(item: object) -> str:
    if not isinstance(item, int) or not 0 <= item <= 0x10FFFF or 0xD800 <= item <= 0xDFFF:
        raise Incoherent("the probe's report names a character that is none")
    return f"{chr(item)} (U+{item:04X})" if chr(item).isprintable() else f"U+{item:04X}"


def _named(items: list[str]) -> str:
    more = len(items) - _SHOWN
    return ", ".join(f"“{item}”" for item in items[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
