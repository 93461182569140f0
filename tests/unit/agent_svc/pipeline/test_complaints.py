"""Complaints: what an author hears of a bad try, and that it is never an exception's own text."""

from __future__ import annotations

import pytest

from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.complaints import complaints_of
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Theme
from agent_svc.pipeline.script_error import ScriptError

CODE = "import x\nax.plot(df['Secret'])\n"


def failed(reason: PlotReason, **more: object) -> PlotOutcome:
    return PlotOutcome(PlotStatus.FAILED, Theme.LIGHT, reason, "detail", run_form=CODE, **more)  # type: ignore[arg-type]


def test_an_error_is_its_class_and_its_line_of_code() -> None:
    outcome = failed(PlotReason.CODE_FAILED, script_error=ScriptError("KeyError", 2, "cell of the user"))
    assert complaints_of(outcome) == ({"kind": "error", "class": "KeyError", "code": "ax.plot(df['Secret'])"},)


def test_a_line_that_is_not_in_the_script_is_left_out() -> None:
    outcome = failed(PlotReason.CODE_FAILED, script_error=ScriptError("KeyError", 99, "x"))
    assert complaints_of(outcome)[0]["code"] == ""


def test_what_the_validator_refuses_comes_with_its_rule_and_line() -> None:
    finding = Finding("validator", Severity.BLOCK, "x may not be imported", location="line 1")
    outcome = failed(PlotReason.CODE_REFUSED, findings=(finding,))
    assert complaints_of(outcome) == ({"kind": "refused", "rule": "x may not be imported", "code": "import x"},)


@pytest.mark.parametrize("reason", [PlotReason.TIMEOUT, PlotReason.OUT_OF_MEMORY, PlotReason.BAD_PICTURE])
def test_a_kill_is_told_with_its_numbers(reason: PlotReason) -> None:
    assert complaints_of(failed(reason)) == ({"kind": reason.value, "message": "detail"},)


@pytest.mark.parametrize("reason", [PlotReason.RENDERER, PlotReason.DEADLINE, PlotReason.CANCELLED])
def test_what_other_code_would_not_mend_is_no_complaint(reason: PlotReason) -> None:
    assert complaints_of(failed(reason)) == ()


def test_of_a_picture_only_what_needs_attention_and_was_measured_counts() -> None:
    findings = (
        Finding("legend", Severity.ATTENTION, "The legend covers data.", "Move it."),
        Finding("probe", Severity.ATTENTION, "Not verified."),
        Finding("normaliser", Severity.NOTE, "line 3: dpi became 400."),
    )
    outcome = PlotOutcome(PlotStatus.NEEDS_ATTENTION, Theme.LIGHT, png=b"png", findings=findings)
    assert [each["gate"] for each in complaints_of(outcome)] == ["legend"]


def test_there_are_never_more_than_eight() -> None:
    findings = tuple(Finding("legend", Severity.ATTENTION, str(number)) for number in range(30))
    assert len(complaints_of(PlotOutcome(PlotStatus.OK, Theme.LIGHT, png=b"png", findings=findings))) == 8
