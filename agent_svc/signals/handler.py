"""The handler: what makes prompts of signals, registered by whoever runs this Plotlane."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

from agent_svc.signals.prompt import Prompt
from agent_svc.signals.signal import Signal


@dataclass(frozen=True, slots=True)
class RunResult:
    """How the run of one prompt ended, in the order of the prompts."""

    session: str  #: that it was drawn in; empty when it never had one
    outcome: str  #: ok, failed, refused or cancelled
    version: int  #: that came of it; 0: none
    tag: str  #: the prompt's
    context: bytes  #: the prompt's
    code: str  #: what went wrong, a code of docs/errors.md; empty when nothing has


@dataclass(frozen=True, slots=True)
class Result:
    """What the post phase is told."""

    failed: bool  #: a run has not ended well
    limited: bool  #: a usage limit ended a run
    runs: tuple[RunResult, ...] = ()


class SignalHandler(Protocol):
    """A class without arguments, an object or a module with this function; it may have two more.

    `check(signal)` is asked before a signal is kept, and refuses it with `InvalidSignalError`. `post(signal, result)`
    is called once when every run has ended, while the locks of all runs are still held. Each may be a coroutine
    function, which runs in the agent's loop and must not block it, or a plain one, which runs in a thread.
    """

    def handle(self, signal: Signal) -> Sequence[Prompt] | Awaitable[Sequence[Prompt]]:
        """What is to be done about `signal`. Raises `InvalidSignalError` to say why nothing can be."""
