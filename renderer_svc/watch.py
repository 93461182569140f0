"""The watchdog's rule: from what was measured to the reason for a kill, if there is one."""

from __future__ import annotations

from dataclasses import dataclass

from renderer_svc.limits import Limits
from renderer_svc.outcome import LimitHit, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at a run."""

    elapsed_s: float
    memory_bytes: int  #: resident, all processes together
    disk_bytes: int  #: used in the work folder
    files: int
    log_bytes: int
    available_bytes: int  #: what the machine could still give


def reason_to_kill(reading: Reading, limits: Limits) -> Verdict | None:
    """The first limit that `reading` has passed. A full folder counts: the kernel holds there."""
    rules = (
        (Outcome.OUT_OF_MEMORY, "memory_bytes", limits.memory_bytes, reading.memory_bytes, 1),
        (Outcome.DISK_LIMIT, "disk_bytes", limits.disk_bytes, reading.disk_bytes, 0),
        (Outcome.FILE_LIMIT, "files", limits.files, reading.files, 0),
        (Outcome.LOG_LIMIT, "log_bytes", limits.log_bytes, reading.log_bytes, 1),
        (Outcome.TIMEOUT, "wall_s", limits.wall_s, reading.elapsed_s, 0),
    )
    for outcome, name, limit, measured, slack in rules:
        if measured >= limit + slack:
            return Verdict(outcome, LimitHit(name, limit, measured))
    if reading.available_bytes < limits.memory_floor_bytes:
        hit = LimitHit("available_bytes", limits.memory_floor_bytes, reading.available_bytes)
        return Verdict(Outcome.LOW_MEMORY, hit)
    return None
