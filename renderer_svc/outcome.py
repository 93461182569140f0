"""The outcome of a run: a closed set of endings, and the one rule that picks the ending from the evidence."""

from __future__ import annotations

import errno
import signal
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from renderer_svc.artifact import Missing, Rejected
from renderer_svc.limits import Limits

# The kernel enforces the processor limit by counting ticks and reports by a finer clock; on a busy machine they differ.
_CPU_SLACK_S: Final = 0.5
_FULL: Final = 0.9  # a share of the files: the last ones went with the script that could not make another


class Outcome(StrEnum):
    """How a script's run ended; all but LAUNCHER and LOW_MEMORY are the script's doing or the caller's wish."""

    OK = "ok"
    FAILED = "failed"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CPU_LIMIT = "cpu_limit"
    DISK_LIMIT = "disk_limit"
    FILE_LIMIT = "file_limit"
    LOG_LIMIT = "log_limit"
    OUTPUT_REJECTED = "output_rejected"
    CANCELLED = "cancelled"
    LAUNCHER = "launcher"
    LOW_MEMORY = "low_memory"


@dataclass(frozen=True, slots=True)
class LimitHit:
    """What was limited, where the limit was and what was measured, in the unit that the name ends with."""

    name: str
    limit: float
    measured: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """An ending, and the limit that caused it if one did."""

    outcome: Outcome
    limit: LimitHit | None = None


@dataclass(frozen=True, slots=True)
class ScriptError:
    """What the script raised, as it says itself: class, line of the script (0: unknown), text, errno (0: none)."""

    kind: str
    line: int
    message: str
    errno: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """The warden's report: the script's wait status and what it used."""

    status: int
    cpu_s: float
    max_rss_bytes: int

    @property
    def signal(self) -> int:
        """The signal that ended the script; 0 when it exited."""
        return self.status & 0x7F

    @property
    def exit_code(self) -> int:
        """The script's exit code, or 128 plus the signal that ended it."""
        return 128 + self.signal if self.signal else self.status >> 8


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a run that is over."""

    started: bool  #: the harness said that the script's first line is next
    killed_for: Verdict | None  #: why the watchdog or the caller stopped it
    ending: Ending | None  #: None: the warden did not live to report
    error: ScriptError | None
    disk_bytes: int  #: used in the work folder at the end
    files: int
    outputs: tuple[bytes | Rejected | Missing, ...]


def judge(evidence: Evidence, limits: Limits) -> Verdict:
    """Pick the ending. What the kernel or the watchdog measured counts before what the script says of itself."""
    if evidence.killed_for is not None:
        return evidence.killed_for
    if not evidence.started or evidence.ending is None:
        return Verdict(Outcome.LAUNCHER)
    ending = evidence.ending
    if ending.signal == signal.SIGKILL and ending.cpu_s >= limits.cpu_s - _CPU_SLACK_S:
        return Verdict(Outcome.CPU_LIMIT, LimitHit("cpu_s", limits.cpu_s, ending.cpu_s))
    if ending.exit_code != 0:
        return _refused_by_the_kernel(evidence, ending, limits) or Verdict(Outcome.FAILED)
    return _outputs(evidence, limits)


def _refused_by_the_kernel(evidence: Evidence, ending: Ending, limits: Limits) -> Verdict | None:
    error = evidence.error
    if error is None:
        return None
    if error.kind == "MemoryError":
        hit = LimitHit("memory_bytes", limits.data_bytes, ending.max_rss_bytes)
        return Verdict(Outcome.OUT_OF_MEMORY, hit)
    if error.errno == errno.EFBIG:
        return Verdict(Outcome.DISK_LIMIT, LimitHit("file_bytes", limits.file_bytes, limits.file_bytes))
    if error.errno != errno.ENOSPC:
        return None
    if evidence.files >= limits.files * _FULL:  # else a file system is full, be it not the work folder's
        return Verdict(Outcome.FILE_LIMIT, LimitHit("files", limits.files, evidence.files))
    return Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", limits.disk_bytes, evidence.disk_bytes))


def _outputs(evidence: Evidence, limits: Limits) -> Verdict:
    for output in evidence.outputs:
        if isinstance(output, Rejected):
            too_big = output.measured_bytes
            hit = None if too_big is None else LimitHit("output_bytes", limits.output_bytes, too_big)
            return Verdict(Outcome.OUTPUT_REJECTED, hit)
    if any(isinstance(output, Missing) for output in evidence.outputs):
        return Verdict(Outcome.FAILED)
    return Verdict(Outcome.OK)
