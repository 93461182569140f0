"""The review: what somebody sees in a finished picture, judged together with what the gates have measured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol

from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus
from plotlane_kit.errors import PlotlaneError, Reason

GATE: Final = "review"
_UNMEASURED: Final = "probe"  #: the gate that says when the others could not measure


class Defect(StrEnum):
    """What may be wrong with a picture; the closed set."""

    LABELS_OVERLAP = "labels_overlap"
    TEXT_CUT_OFF = "text_cut_off"
    LEGEND_OVER_DATA = "legend_over_data"
    LOW_CONTRAST = "low_contrast"
    MISSING_GLYPHS = "missing_glyphs"
    MARKS_OUT_OF_VIEW = "marks_out_of_view"
    TEXT_TOO_SMALL = "text_too_small"
    TOO_CROWDED = "too_crowded"
    MISLEADING_AXIS = "misleading_axis"
    COLOURS_ALIKE = "colours_alike"
    LABEL_MISSING = "label_missing"


@dataclass(frozen=True, slots=True)
class _Meaning:
    text: str
    suggestion: str
    gate: str = ""  #: that measures it; empty: none does


MEANINGS: Final[Mapping[Defect, _Meaning]] = {
    Defect.LABELS_OVERLAP: _Meaning("Labels overlap.", "Shorten or turn them.", "label_overlap"),
    Defect.TEXT_CUT_OFF: _Meaning("A text is cut off.", "Shorten it.", "clipping"),
    Defect.LEGEND_OVER_DATA: _Meaning("The legend covers data.", "Move the legend.", "legend"),
    Defect.LOW_CONTRAST: _Meaning("Something can hardly be told from its ground.", "Use other colours.", "contrast"),
    Defect.MISSING_GLYPHS: _Meaning("Letters are missing.", "Use a font that has them.", "glyphs"),
    Defect.MARKS_OUT_OF_VIEW: _Meaning("Data lies outside the axes.", "Widen the range.", "out_of_view"),
    Defect.TEXT_TOO_SMALL: _Meaning("A text may be too small to read.", "Show fewer labels."),
    Defect.TOO_CROWDED: _Meaning("The picture may be too crowded.", "Show fewer marks, or aggregate them."),
    Defect.MISLEADING_AXIS: _Meaning("An axis may mislead.", "Look at where it begins and how it is scaled."),
    Defect.COLOURS_ALIKE: _Meaning("Two series may be hard to tell apart.", "Use other colours or fewer series."),
    Defect.LABEL_MISSING: _Meaning("An axis or a series may lack its label.", "Name what is shown."),
}


class Reviewer(Protocol):
    """Whoever looks at pictures."""

    async def look(self, outcome: PlotOutcome) -> tuple[Defect, ...]:
        """What is wrong with the picture of `outcome`. Raises PlotlaneError when it could not be looked at."""


class ReviewBusyError(PlotlaneError):
    """The picture was not reviewed, because the language model is overloaded; draw it again in a moment for that."""

    reason = Reason.BUSY


async def reviewed(
    outcome: PlotOutcome, reviewer: Reviewer, deadline: Deadline, on_busy: Callable[[ReviewBusyError], None]
) -> PlotOutcome:
    """`outcome` with what the reviewer adds. What a gate measures, the gate decides: such a claim adds nothing.

    A review that fails leaves the picture as it is, with a note; `on_busy` is told when it is the model's load.
    """
    try:
        async with asyncio.timeout(deadline.left_s()):
            defects = await reviewer.look(outcome)
    except (PlotlaneError, TimeoutError) as error:
        if isinstance(error, PlotlaneError) and error.reason is Reason.BUSY:
            on_busy(ReviewBusyError())
            return _noted(outcome, "The picture was not reviewed, because the language model is overloaded.")
        return _noted(outcome, "The picture was not reviewed.")
    found = tuple(_finding(defect) for defect in dict.fromkeys(defects) if not _is_measured(defect, outcome))
    if not found:
        return outcome
    outcome = replace(outcome, findings=(*outcome.findings, *found))
    if outcome.status is not PlotStatus.OK:
        return outcome
    more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
    detail = f"{found[0].message}{more}"
    return replace(outcome, status=PlotStatus.NEEDS_ATTENTION, reason=PlotReason.GATES, detail=detail)


def _noted(outcome: PlotOutcome, text: str) -> PlotOutcome:
    return replace(outcome, findings=(*outcome.findings, Finding(GATE, Severity.NOTE, text)))


def _is_measured(defect: Defect, outcome: PlotOutcome) -> bool:
    blind = any(finding.gate == _UNMEASURED and finding.severity is Severity.ATTENTION for finding in outcome.findings)
    return bool(MEANINGS[defect].gate) and not blind


def _finding(defect: Defect) -> Finding:
    meaning = MEANINGS[defect]
    return Finding(GATE, Severity.ATTENTION, meaning.text, meaning.suggestion)
