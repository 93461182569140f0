"""The glyphs gate: every character has a glyph in the fonts that were used."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.words import named


class GlyphsGate:
    """Attention for characters that show as a box."""

    name = "glyphs"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None or not evidence.figure.missing_glyphs:
            return Verdict()
        missing = [_character(code) for code in evidence.figure.missing_glyphs]
        subject = "A character has" if len(missing) == 1 else f"{len(missing)} characters have"
        message = f"{subject} no glyph in the font and show as a box: {named(missing)}."
        suggestion = "Use a font that has them, or write the label without them."
        return Verdict((Finding(self.name, Severity.ATTENTION, message, suggestion),))


def _character(code: int) -> str:
    return f"{chr(code)} (U+{code:04X})" if chr(code).isprintable() else f"U+{code:04X}"
