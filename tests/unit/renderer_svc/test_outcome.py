"""The rule that picks a run's ending from the evidence."""

from __future__ import annotations

import errno
import signal
from typing import Any

import pytest

from renderer_svc.artifact import Missing, Rejected
from renderer_svc.limits import Limits
from renderer_svc.outcome import Ending, Evidence, LimitHit, Outcome, ScriptError, Verdict, judge

LIMITS = Limits(cpu_s=10, disk_bytes=1000, files=100, data_bytes=5000, output_bytes=700)


def evidence(**changes: Any) -> Evidence:
    """A run that went well, with `changes`."""
    fields: dict[str, Any] = {
        "started": True,
        "killed_for": None,
        "ending": Ending(status=0, cpu_s=1.0, max_rss_bytes=4000, own_cpu_s=1.0),
        "error": None,
        "disk_bytes": 10,
        "files": 3,
        "outputs": (b"picture",),
    }
    return Evidence(**{**fields, **changes})


def failed(kind: str, number: int = 0, *, refused_memory: bool = False, **changes: Any) -> Evidence:
    """A run that raised `kind`."""
    error = ScriptError(kind, 1, "", number, refused_memory)
    return evidence(**{"ending": Ending(1 << 8, 1.0, 4000, 1.0), "error": error, "outputs": (Missing("p"),), **changes})


def test_exit_code_zero_with_every_output_is_ok() -> None:
    assert judge(evidence(), LIMITS) == Verdict(Outcome.OK)


def test_what_the_watchdog_killed_for_comes_before_everything_else() -> None:
    killed = Verdict(Outcome.TIMEOUT, LimitHit("wall_s", 1, 1))
    assert judge(failed("MemoryError", killed_for=killed), LIMITS) == killed


@pytest.mark.parametrize("changes", [{"started": False}, {"ending": None}], ids=["no start line", "no end line"])
def test_without_the_wardens_word_it_is_the_renderers_fault(changes: dict[str, Any]) -> None:
    assert judge(evidence(**changes), LIMITS) == Verdict(Outcome.LAUNCHER)


@pytest.mark.parametrize(
    ("cpu_s", "outcome"), [(9.5, Outcome.CPU_LIMIT), (10.2, Outcome.CPU_LIMIT), (9.4, Outcome.FAILED)]
)
def test_sigkill_is_the_cpu_limit_only_when_the_time_was_used(cpu_s: float, outcome: Outcome) -> None:
    assert judge(evidence(ending=Ending(signal.SIGKILL, cpu_s, 1, cpu_s)), LIMITS).outcome is outcome


def test_time_that_children_used_does_not_make_a_sigkill_the_cpu_limit() -> None:
    assert judge(evidence(ending=Ending(signal.SIGKILL, 60.0, 1, own_cpu_s=2.0)), LIMITS) == Verdict(Outcome.FAILED)


@pytest.mark.parametrize(
    "outcome", [Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY, Outcome.DISK_LIMIT, Outcome.FILE_LIMIT, Outcome.LOG_LIMIT]
)
def test_a_limit_that_was_passed_before_the_start_line_is_the_renderers_fault(outcome: Outcome) -> None:
    killed = Verdict(outcome, LimitHit("x", 1, 1))
    assert judge(evidence(started=False, ending=None, killed_for=killed), LIMITS) == Verdict(Outcome.LAUNCHER)


@pytest.mark.parametrize("outcome", [Outcome.CANCELLED, Outcome.LOW_MEMORY])
def test_what_stops_a_run_from_outside_is_said_however_far_it_has_come(outcome: Outcome) -> None:
    killed = Verdict(outcome)
    assert judge(evidence(started=False, ending=None, killed_for=killed), LIMITS) == killed


@pytest.mark.parametrize(
    ("run", "verdict"),
    [
        (  # of a size that alone is past the limit: what it held before was less
            failed("MemoryError", refused_memory=True),
            Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", 5000, 5000)),
        ),
        (  # raised from a refusal
            failed("RuntimeError", refused_memory=True, ending=Ending(1 << 8, 1.0, 6000, 1.0)),
            Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", 5000, 6000)),
        ),
        (  # in a thread, so that the script ended without it
            failed("MemoryError", refused_memory=True, ending=Ending(0, 1.0, 4000, 1.0)),
            Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", 5000, 5000)),
        ),
        (failed("MemoryError"), Verdict(Outcome.FAILED)),  # raised by hand
        (
            failed("OSError", errno.ENOSPC, disk_bytes=990),
            Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", 1000, 1000)),
        ),
        (failed("OSError", errno.ENOSPC, files=99), Verdict(Outcome.FILE_LIMIT, LimitHit("files", 100, 100))),
        (  # another file system of the sandbox was full, such as that of its shared memory
            failed("OSError", errno.ENOSPC, files=8),
            Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", 1000, 1000)),
        ),
        (failed("OSError", errno.EACCES), Verdict(Outcome.FAILED)),
        (failed("KeyError"), Verdict(Outcome.FAILED)),
    ],
)
def test_what_the_kernel_refused_names_the_limit(run: Evidence, verdict: Verdict) -> None:
    assert judge(run, LIMITS) == verdict


#: As the runtimes that eight libraries bring have printed them in a sandbox that was too small.
LAST_WORDS = (
    "memory allocation of 23040000 bytes failed\n",
    "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n",
    "libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc\n",
    "#\n# Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n#\n==== C stack trace ====\n",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
    "Out of memory trying to allocate 131072bytes: Cannot allocate memory. Aborting.\n",
    "(process:2): GLib-ERROR **: failed to allocate 1048576 bytes\n",
)


@pytest.mark.parametrize("words", LAST_WORDS)
@pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGTRAP, signal.SIGSEGV])
def test_native_code_that_says_that_it_got_no_memory_and_gives_up_is_out_of_memory(words: str, number: int) -> None:
    run = evidence(ending=Ending(number, 1.0, 4000, 1.0), outputs=(Missing("p"),), stderr=words)
    assert judge(run, LIMITS) == Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", 5000, 5000))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (1 << 8, LAST_WORDS[0]),  # it ended by its own will
        (signal.SIGKILL, LAST_WORDS[0]),  # by which nothing gives up
        (signal.SIGABRT, "assertion failed: memory allocation strategy\n"),
        (signal.SIGSEGV, ""),
    ],
)
def test_words_alone_and_signals_alone_are_a_failure_like_any_other(status: int, words: str) -> None:
    run = evidence(ending=Ending(status, 1.0, 4000, 1.0), outputs=(Missing("p"),), stderr=words)
    assert judge(run, LIMITS) == Verdict(Outcome.FAILED)


def test_native_code_that_dies_without_a_word_while_it_holds_all_it_may_is_out_of_memory() -> None:
    run = evidence(ending=Ending(signal.SIGSEGV, 1.0, 4600, 1.0), outputs=(Missing("p"),))
    assert judge(run, LIMITS) == Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", 5000, 5000))


def test_a_bus_error_with_a_full_work_folder_is_the_disk_limit() -> None:
    run = evidence(ending=Ending(signal.SIGBUS, 1.0, 400, 1.0), outputs=(Missing("p"),), disk_bytes=990)
    assert judge(run, LIMITS) == Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", 1000, 1000))


def test_a_thread_that_got_no_memory_is_no_fault_of_a_script_that_left_its_picture() -> None:
    run = failed("MemoryError", refused_memory=True, ending=Ending(0, 1.0, 4000, 1.0), outputs=(b"picture",))
    assert judge(run, LIMITS) == Verdict(Outcome.OK)


def test_a_missing_output_is_a_failure() -> None:
    assert judge(evidence(outputs=(Missing("plot-light.png"),)), LIMITS) == Verdict(Outcome.FAILED)


def test_a_rejected_output_names_its_size_when_that_is_the_reason() -> None:
    assert judge(evidence(outputs=(Rejected("p", "a link"),)), LIMITS) == Verdict(Outcome.OUTPUT_REJECTED)
    assert judge(evidence(outputs=(Rejected("p", "too large", 900),)), LIMITS) == Verdict(
        Outcome.OUTPUT_REJECTED, LimitHit("output_bytes", 700, 900)
    )


@pytest.mark.parametrize(("status", "code"), [(0, 0), (3 << 8, 3), (255 << 8, 255), (9, 137), (11 | 0x80, 139)])
def test_the_exit_code_is_the_shells(status: int, code: int) -> None:
    assert Ending(status, 0, 0, 0).exit_code == code
