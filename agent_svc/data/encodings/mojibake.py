"""Mojibake: UTF-8 that was once read as Windows-1252, and can be read back."""

from __future__ import annotations

import re

from agent_svc.data.choices import Mojibake
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

# A letter of two bytes shows as one of these and a sign that Windows-1252 has above 127: `Ã¼`, `â‚¬`, `Ð¼`.
_TRACE = re.compile("[ÂÃÄÅÎÏÐÑâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")


def repair(text: str, choice: Mojibake | None) -> tuple[str, tuple[Decision, ...], tuple[Notice, ...]]:
    """`text` with its letters back, with the decision and a notice; as it is where nothing speaks for a repair.

    The repair is taken only where the whole text is valid UTF-8 once more, which other text practically never is.
    """
    repaired = _repaired(text)
    if repaired is None:
        return text, (), ()
    trace = _TRACE.search(text)
    seen = text[max(0, trace.start() - 6) : trace.end() + 6].split("\n")[0].strip() if trace else ""
    if choice is Mojibake.AS_WRITTEN:
        decision = _decision(choice, "It was chosen.", Certainty.CERTAIN, Mojibake.REPAIRED)
        return text, (decision,), ()
    sure = Certainty.LIKELY if choice is None else Certainty.CERTAIN
    reason = f"“{seen}” is UTF-8 that was read as Windows-1252."
    decision = _decision(Mojibake.REPAIRED, reason, sure, Mojibake.AS_WRITTEN)
    notice = Notice(NoticeKind.CONVERTED, f"{reason} The letters were restored in the whole text.")
    return repaired, (decision,), (notice,)


def _repaired(text: str) -> str | None:
    if text.isascii() or _TRACE.search(text) is None:
        return None
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return None


def _decision(chosen: Mojibake, evidence: str, certainty: Certainty, other: Mojibake) -> Decision:
    return Decision(Subject.MOJIBAKE, chosen.value, evidence, certainty, (other.value,))
