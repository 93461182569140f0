"""How each ending of a render reads."""

from __future__ import annotations

import pytest

from agent_svc.pipeline.ending import ending_of
from agent_svc.pipeline.outcome import PlotReason
from agent_svc.pipeline.render import LimitHit, Outcome, RenderOutcome, ScriptError

GIB = 1024**3


@pytest.mark.parametrize(
    ("outcome", "limit", "reason", "words"),
    [
        (Outcome.TIMEOUT, LimitHit("wall_s", 60, 60.08), PlotReason.TIMEOUT, "stopped: 60.1 s (limit 60 s). "),
        (
            Outcome.OUT_OF_MEMORY,
            LimitHit("memory_bytes", GIB, 1.1 * GIB),
            PlotReason.OUT_OF_MEMORY,
            "stopped: 1,126 MiB (limit 1,024 MiB). ",
        ),
        (Outcome.CPU_LIMIT, LimitHit("cpu_s", 60, 60), PlotReason.LIMIT, "processor time and was stopped: 60 s"),
        (Outcome.DISK_LIMIT, LimitHit("disk_bytes", 2**20, 2**20), PlotReason.LIMIT, "1.0 MiB (limit 1.0 MiB)"),
        (Outcome.FILE_LIMIT, LimitHit("files", 10_000, 10_000), PlotReason.LIMIT, "10,000 files (limit 10,000 files)"),
        (Outcome.LOG_LIMIT, LimitHit("log_bytes", 65_536, 70_000), PlotReason.LIMIT, "68 KiB (limit 64 KiB)"),
        (Outcome.OUTPUT_REJECTED, None, PlotReason.BAD_PICTURE, "not taken as a picture."),
        (Outcome.LAUNCHER, None, PlotReason.RENDERER, "no fault of the plot"),
        (Outcome.LOW_MEMORY, None, PlotReason.RENDERER, "ran low on memory"),
        (Outcome.CANCELLED, None, PlotReason.CANCELLED, "stopped on request"),
        (Outcome.FAILED, None, PlotReason.BAD_PICTURE, "left no picture"),
    ],
)
def test_every_ending_has_its_reason_and_its_words(
    outcome: Outcome, limit: LimitHit | None, reason: PlotReason, words: str
) -> None:
    ending = ending_of(RenderOutcome(outcome, limit=limit))

    assert ending is not None
    assert ending.reason is reason
    assert words in ending.detail


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if outcome is not Outcome.OK])
def test_no_ending_but_ok_goes_without_a_word(outcome: Outcome) -> None:
    assert ending_of(RenderOutcome(outcome)) is not None


def test_a_picture_from_a_good_ending_has_no_word() -> None:
    assert ending_of(RenderOutcome(Outcome.OK, png=b"x")) is None


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (ScriptError("KeyError", 41, "'Dosis'"), "The script raised KeyError at line 41: 'Dosis'"),
        (ScriptError("ValueError", 0, ""), "The script raised ValueError."),
        (
            ScriptError("FileNotFoundError", 3, "[Errno 2] No such file: '/job/in the/x.csv'"),
            "The script raised FileNotFoundError at line 3: [Errno 2] No such file: '… the/x.csv'",
        ),
        (ScriptError("OSError", 3, "/tmp/a and C:\\Users\\b"), "The script raised OSError at line 3: … and …"),
        (ScriptError("ValueError", 2, "unit mg/L, 3 / 4"), "The script raised ValueError at line 2: unit mg/L, 3 … 4"),
        (ScriptError("a b\nc", 1, "x\ny"), "The script raised an error at line 1: x y"),
    ],
)
def test_what_a_script_raised_is_told_without_paths_of_the_machine(error: ScriptError, detail: str) -> None:
    ending = ending_of(RenderOutcome(Outcome.FAILED, exit_code=1, error=error))

    assert ending is not None
    assert ending.reason is PlotReason.CODE_FAILED
    assert ending.detail == detail


def test_a_long_error_is_cut() -> None:
    ending = ending_of(RenderOutcome(Outcome.FAILED, exit_code=1, error=ScriptError("E", 1, "x" * 5000)))

    assert ending is not None
    assert len(ending.detail) < 260


def test_an_exit_code_without_an_error_is_told() -> None:
    ending = ending_of(RenderOutcome(Outcome.FAILED, exit_code=3))

    assert ending is not None
    assert ending.detail == "The script ended with exit code 3."
