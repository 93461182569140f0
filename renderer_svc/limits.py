"""The limits of one run: what a script may use before it is stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

KIB: Final = 1024
MIB: Final = 1024 * KIB
GIB: Final = 1024 * MIB


#: What our own trials get at least, however short users' scripts are kept: it bounds a busy machine and nothing else.
_TRIAL_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Limits:
    """One run's limits. The kernel keeps most; wall clock, tree memory and log bytes are polled by the watchdog."""

    wall_s: float = 60.0  #: seconds from the moment that the sandbox has its job, polled
    cpu_s: int = 60  #: processor seconds of one process, kernel
    memory_bytes: int = 1 * GIB  #: resident memory of all processes together, polled
    data_bytes: int = 1 * GIB  #: private writable memory of one process, kernel
    #: As `data_bytes`, for a browser that is up before the script; 0: it has the same.
    helper_data_bytes: int = 0
    disk_bytes: int = 64 * MIB  #: the work folder, kernel
    files: int = 10_000  #: inodes of the work folder, kernel
    file_bytes: int = 50 * MIB  #: one file, kernel
    shared_bytes: int = 64 * MIB  #: /dev/shm, kernel
    processes: int = 64  #: processes and threads, kernel
    open_files: int = 256  #: descriptors of one process, kernel
    log_kept_bytes: int = 64 * KIB  #: what is kept of each standard stream
    log_bytes: int = 1 * MIB  #: what both standard streams may carry before the run is killed, polled
    output_bytes: int = 32 * MIB  #: one output file
    extra_bytes: int = 8 * MIB  #: one optional file, such as an SVG; a larger one is left
    output_pixels: int = 64_000_000  #: width times height of one picture
    probe_bytes: int = 256 * KIB  #: the probe's report
    memory_floor_bytes: int = 512 * MIB  #: what the machine must have left, polled

    def for_trial(self) -> Limits:
        """The same for a script of our own, which tries whether something works here at all."""
        return replace(self, wall_s=max(self.wall_s, _TRIAL_S))
