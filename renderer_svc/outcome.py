"""The outcome of a run: a closed set of endings, and the one rule that picks the ending from the evidence."""

from __future__ import annotations

import errno
import signal
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from renderer_svc.artifact import Missing, Rejected
from renderer_svc.last_words import tell_of_refused_memory
from renderer_svc.limits import Limits

# The kernel enforces the processor limit by counting ticks and reports by a finer clock; on a busy machine they differ.
_CPU_SLACK_S: Final = 0.5
_FULL: Final = 0.9  # a share of a limit: the last of it went with what could not be had
#: By which native code ends when it cannot go on, be it by its own will or because it has used what it never got.
_GIVING_UP: Final = frozenset({signal.SIGABRT, signal.SIGTRAP, signal.SIGILL, signal.SIGSEGV, signal.SIGBUS})


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


#: What stops a run however far it has come: neither its sandbox nor its script has failed.
_FROM_OUTSIDE: Final = frozenset({Outcome.CANCELLED, Outcome.LOW_MEMORY})


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
    refused_memory: bool = False  #: whether it, or what it was raised from, is the kernel's refusal of more memory


@dataclass(frozen=True, slots=True)
class Ending:
    """The warden's report: the script's wait status and what it used."""

    status: int
    cpu_s: float  #: of the script's process and of all that it has started
    max_rss_bytes: int  #: of the script's process, or of the largest that it waited for
    own_cpu_s: float  #: of the script's process alone, which is what the limit is about

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
    stderr: str = ""


def judge(evidence: Evidence, limits: Limits) -> Verdict:
    """Pick the ending. What the kernel or the watchdog measured counts before what the script says of itself.

    Before the start line only our own code ran: no limit that was passed there is the script's doing.
    """
    killed = evidence.killed_for
    if killed is not None and (evidence.started or killed.outcome in _FROM_OUTSIDE):
        return killed
    if not evidence.started or evidence.ending is None:
        return Verdict(Outcome.LAUNCHER)
    ending = evidence.ending
    # The kernel ends who is past the limit by a signal that a script may send to itself, and says no more than that.
    if ending.signal == signal.SIGKILL and ending.own_cpu_s >= limits.cpu_s - _CPU_SLACK_S:
        return Verdict(Outcome.CPU_LIMIT, LimitHit("cpu_s", limits.cpu_s, ending.own_cpu_s))
    if ending.exit_code != 0:
        refused = _refused_by_the_kernel(evidence, ending, limits) or _gave_up(evidence, ending, limits)
        return refused or Verdict(Outcome.FAILED)
    return _outputs(evidence, ending, limits)


def _refused_by_the_kernel(evidence: Evidence, ending: Ending, limits: Limits) -> Verdict | None:
    """The limit at which the kernel has refused something. It holds there, so what was measured later may be less."""
    error = evidence.error
    if error is None:
        return None
    if error.refused_memory:
        return _out_of_memory(ending, limits)
    if error.errno == errno.EFBIG:
        return Verdict(Outcome.DISK_LIMIT, LimitHit("file_bytes", limits.file_bytes, limits.file_bytes))
    if error.errno != errno.ENOSPC:
        return None
    if evidence.files >= limits.files * _FULL:  # else a file system is full, be it not the work folder's
        return Verdict(Outcome.FILE_LIMIT, LimitHit("files", limits.files, max(limits.files, evidence.files)))
    used = max(limits.disk_bytes, evidence.disk_bytes)
    return Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", limits.disk_bytes, used))


def _gave_up(evidence: Evidence, ending: Ending, limits: Limits) -> Verdict | None:
    """As above, of native code, which raises nothing. A script may pretend it, and is excused of nothing by that."""
    if ending.signal == signal.SIGBUS and evidence.disk_bytes >= limits.disk_bytes * _FULL:  # a mapped file had no room
        used = max(limits.disk_bytes, evidence.disk_bytes)
        return Verdict(Outcome.DISK_LIMIT, LimitHit("disk_bytes", limits.disk_bytes, used))
    if ending.signal not in _GIVING_UP:
        return None
    held_all = ending.max_rss_bytes >= limits.data_bytes * _FULL
    return _out_of_memory(ending, limits) if held_all or tell_of_refused_memory(evidence.stderr) else None


def _out_of_memory(ending: Ending, limits: Limits) -> Verdict:
    """As above: what was refused would have gone past the limit, however little was there before it."""
    measured = max(limits.data_bytes, ending.max_rss_bytes)
    return Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", limits.data_bytes, measured))


def _outputs(evidence: Evidence, ending: Ending, limits: Limits) -> Verdict:
    for output in evidence.outputs:
        if isinstance(output, Rejected):
            too_big = output.measured_bytes
            hit = None if too_big is None else LimitHit("output_bytes", limits.output_bytes, too_big)
            return Verdict(Outcome.OUTPUT_REJECTED, hit)
    if any(isinstance(output, Missing) for output in evidence.outputs):
        lost = evidence.error is not None and evidence.error.refused_memory  # in a thread, and the script went on
        return _out_of_memory(ending, limits) if lost else Verdict(Outcome.FAILED)
    return Verdict(Outcome.OK)
