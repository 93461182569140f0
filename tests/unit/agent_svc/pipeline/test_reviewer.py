"""The review: a claim that a gate can measure is decided by the gate, the others need attention."""

from __future__ import annotations

import pytest

from agent_svc.gates.base import Finding, Severity
from agent_svc.gates.registry import standard_gates
from agent_svc.models.failure import Failure, Fault
from agent_svc.models.language_model import error_of
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Theme
from agent_svc.pipeline.reviewer import MEANINGS, Defect, ReviewBusyError, reviewed
from plotlane_kit.errors import Reason

DRAWN = PlotOutcome(PlotStatus.OK, Theme.LIGHT, png=b"png")


class Sees:
    """A reviewer that says what it is told to say."""

    def __init__(self, *defects: Defect, fails: Failure | None = None) -> None:
        self.defects = defects
        self.fails = fails

    async def look(self, outcome: PlotOutcome) -> tuple[Defect, ...]:
        if self.fails is not None:
            raise error_of(self.fails)
        return self.defects


def never(busy: ReviewBusyError) -> None:
    raise AssertionError(busy)


def test_every_defect_has_its_words_and_names_a_gate_that_exists() -> None:
    assert set(MEANINGS) == set(Defect)
    assert {meaning.gate for meaning in MEANINGS.values() if meaning.gate} <= set(standard_gates().names)


@pytest.mark.parametrize("defect", list(Defect))
async def test_only_what_no_gate_measures_is_taken_from_a_reviewer(deadline: Deadline, defect: Defect) -> None:
    outcome = await reviewed(DRAWN, Sees(defect, defect), deadline, never)
    taken = [finding.message for finding in outcome.findings]
    assert taken == ([] if MEANINGS[defect].gate else [MEANINGS[defect].text])
    assert (outcome.status is PlotStatus.OK) == bool(MEANINGS[defect].gate)


async def test_where_the_gates_could_not_measure_the_reviewer_is_heard(deadline: Deadline) -> None:
    blind = Finding("probe", Severity.ATTENTION, "Not verified.")
    unverified = PlotOutcome(
        PlotStatus.NEEDS_ATTENTION, Theme.LIGHT, PlotReason.GATES, "Not verified.", png=b"png", findings=(blind,)
    )
    outcome = await reviewed(unverified, Sees(Defect.LABELS_OVERLAP), deadline, never)
    assert [finding.gate for finding in outcome.findings] == ["probe", "review"]
    assert outcome.detail == "Not verified."


async def test_a_review_that_fails_leaves_the_picture_with_a_note_and_says_when_the_model_is_overloaded(
    deadline: Deadline,
) -> None:
    told: list[ReviewBusyError] = []
    outcome = await reviewed(DRAWN, Sees(fails=Failure(Fault.BUSY, "OverloadedError")), deadline, told.append)
    assert (outcome.status, outcome.png, outcome.findings[0].severity) == (PlotStatus.OK, DRAWN.png, Severity.NOTE)
    assert "overloaded" in outcome.findings[0].message
    assert [error.reason for error in told] == [Reason.BUSY]
    outcome = await reviewed(DRAWN, Sees(fails=Failure(Fault.FINAL, "AuthenticationError")), deadline, never)
    assert (outcome.status, outcome.findings[0].severity) == (PlotStatus.OK, Severity.NOTE)
