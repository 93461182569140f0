"""The seam: what the renderer asks of a kind of sandbox, so that kinds can be added without touching the executor.

Stable: a kind is one class with `name`, `bounds_memory`, `prepare`, `start` and `close`; what `start` gives has the
members of `Sandbox`. A kind that cannot tell something answers None, and the watchdog measures it instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol

from renderer_svc.limits import Limits
from renderer_svc.sandbox.image import Image

#: `SandboxKind.kept_otherwise` of a kind whose scripts speak to the host's kernel alone.
ALL_BY_THE_KERNEL: Final[Mapping[str, str]] = MappingProxyType({})

#: Numbers beyond the renderer's places, taken in turn by sandboxes that stand ready in none of them.
SPARE_SLOTS: Final = 64


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """One sandbox: how large, what lies in its work folder, and the order that its harness reads."""

    image: Image  #: what it sees, read-only
    limits: Limits
    slot: int  #: which of the renderer's places it takes, from 0
    files: Mapping[str, bytes]  #: path below the work folder -> content
    order: bytes  #: for the harness
    env: Mapping[str, str] = field(default_factory=dict)  #: variables beside the fixed ones
    trial: bool = False  #: whether none like it is worth keeping ready


@dataclass(frozen=True, slots=True)
class Usage:
    """What all processes of a sandbox used together, as the kernel told a process outside of it."""

    status: int  #: the wait status of the sandbox's first process
    cpu_s: float
    max_rss_bytes: int  #: of the largest process


class LaunchFailed(Exception):
    """The sandbox did not come up; the message is for the operator's log and never leaves the service."""


class Sandbox(Protocol):
    """A running sandbox, used once. Descriptors belong to it and end with `close`."""

    stdout: int  #: what the script prints; non-blocking
    stderr: int
    control: int  #: the warden's lines; ends only when everything inside is gone
    folder: int  #: the work folder, readable after everything inside is gone

    def processes(self) -> list[int]:
        """Host ids of all processes inside; empty when it is over."""

    def kill(self) -> None:
        """End everything inside, at once; safe to call at any time and twice."""

    def wait(self, timeout_s: float) -> bool:
        """Whether everything inside is gone within `timeout_s`."""

    def usage(self) -> Usage | None:
        """What it used; only after `wait` said yes. None: this kind has nobody outside who knows."""

    def cpu_s(self) -> float | None:
        """Processor time of all that ever ran inside, as the kernel counts it; None: nobody counts."""

    def memory_bytes(self) -> int | None:
        """What all processes inside hold now beside files, as the kernel counts it; None: the watchdog adds it up."""

    def out_of_memory(self) -> int | None:
        """Bytes in use when the kernel ended a process inside for want of memory; None: it did not, or cannot here."""

    def close(self) -> None:
        """Let go of the work folder and all descriptors; only after `wait` said yes."""


class SandboxKind(Protocol):
    """One way to keep a script inside."""

    name: str

    @property
    def kept_otherwise(self) -> Mapping[str, str]:
        """Walls that the host's kernel need not keep for this kind, and who does: `guest` (a second kernel), `polled`.

        Empty for a kind whose scripts speak to the host's kernel alone.
        """

    @property
    def bounds_memory(self) -> bool:
        """Whether the kernel itself bounds the memory of all processes of a sandbox together; else it is polled."""

    @property
    def ready_now(self) -> int:
        """How many sandboxes stand ready for their job."""

    def prepare(self, image: Image, limits: Limits) -> None:
        """From now on have sandboxes of `image` and `limits` ready, where this kind can; returns at once."""

    def start(self, spec: SandboxSpec) -> Sandbox:
        """Start a fresh sandbox. Raises `LaunchFailed` when nothing runs."""

    def close(self) -> None:
        """Let go of what it keeps ready; running sandboxes end with it. Safe to call twice."""
