"""The seam: what the renderer asks of a kind of sandbox, so that kinds can be added without touching the executor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from renderer_svc.limits import Limits
from renderer_svc.sandbox.image import Image


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """One sandbox: how large, what lies in its work folder, and the order that its harness reads."""

    image: Image  #: what it sees, read-only
    limits: Limits
    slot: int  #: which of the renderer's places it takes, from 0
    files: Mapping[str, bytes]  #: path below the work folder -> content
    order: bytes  #: for the harness


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

    def close(self) -> None:
        """Let go of the work folder and all descriptors; only after `wait` said yes."""


class SandboxKind(Protocol):
    """One way to keep a script inside."""

    name: str

    def start(self, spec: SandboxSpec) -> Sandbox:
        """Start a fresh sandbox. Raises `LaunchFailed` when nothing runs."""
