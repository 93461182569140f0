"""Reading the warden's lines."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer_svc.outcome import Ending, ScriptError
from renderer_svc.statement import Statement, read_statement

NONCE = "n1"


def line(event: str, nonce: str = NONCE, **fields: object) -> bytes:
    return json.dumps({"nonce": nonce, "event": event, **fields}).encode() + b"\n"


def end(report: str) -> bytes:
    return line("end", status=256, cpu_s=0.5, max_rss_bytes=7, own_cpu_s=0.25, report=report)


def test_start_and_end_are_told_apart() -> None:
    assert read_statement(b"", NONCE) == Statement()
    assert read_statement(line("start"), NONCE) == Statement(started=True)
    assert read_statement(line("start") + end(""), NONCE) == Statement(True, Ending(256, 0.5, 7, 0.25))


def test_the_scripts_error_is_passed_on() -> None:
    report = json.dumps({"kind": "KeyError", "line": 3, "message": "'x'", "errno": 0})
    assert read_statement(end(report), NONCE).error == ScriptError("KeyError", 3, "'x'", 0)


@pytest.mark.parametrize(("said", "meant"), [(True, True), (False, False), (1, False), ("yes", False), (None, False)])
def test_refused_memory_is_said_by_true_alone(said: object, meant: bool) -> None:
    error = read_statement(end(json.dumps({"kind": "E", "refused_memory": said})), NONCE).error
    assert error is not None
    assert error.refused_memory is meant


def test_a_line_without_this_runs_nonce_says_nothing() -> None:
    assert read_statement(line("start", nonce="other"), NONCE) == Statement()


def test_a_line_that_was_cut_short_says_nothing() -> None:
    assert read_statement(line("start") + end("")[:-9], NONCE) == Statement(started=True)


@pytest.mark.parametrize(
    ("report", "error"),
    [
        ('{"kind": 5}', None),
        ('{"kind": ""}', None),
        ("[1]", None),
        ('{"kind": "E", "line": -4, "message": 5, "errno": "x"}', ScriptError("E", 0, "", 0)),
        ('{"kind": "E", "line": 99999999999}', ScriptError("E", 0, "", 0)),
        (json.dumps({"kind": "E" * 999, "message": "m" * 9999}), ScriptError("E" * 100, 0, "m" * 500, 0)),
        ('{"kind": "\\ud800"}', ScriptError("?", 0, "", 0)),
    ],
)
def test_a_forged_report_is_cut_to_what_an_error_can_be(report: str, error: ScriptError | None) -> None:
    assert read_statement(end(report), NONCE).error == error


@given(st.text())
def test_no_report_of_a_script_makes_it_raise(report: str) -> None:
    assert read_statement(end(report), NONCE).ending == Ending(256, 0.5, 7, 0.25)
