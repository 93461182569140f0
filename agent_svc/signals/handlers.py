"""The handlers: those that are built in and those that the machine's packages bring, each called within bounds."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any, Final

from agent_svc.errors import InternalError
from agent_svc.signals.handler import Result, SignalHandler
from agent_svc.signals.prompt import Prompt, checked
from agent_svc.signals.refusal import InvalidSignalError
from agent_svc.signals.signal import Signal
from agent_svc.turns.incident import incident
from plotlane_kit.errors import PlotlaneError, Violation

GROUP: Final = "plotlane.signal_handlers"
CHECK_S: Final = 5.0
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


class HandlerLoadError(Exception):
    """A package's handler cannot be used; the message names it and says why."""


def load_handlers(built_in: Mapping[str, SignalHandler]) -> dict[str, SignalHandler]:
    """`built_in` and what entry points of `GROUP` name: a class, an object or a module. Raises `HandlerLoadError`."""
    found = dict(built_in)
    for point in entry_points(group=GROUP):
        named = f"signal handler {point.name!r} ({point.value})"
        if not _NAME.fullmatch(point.name):
            raise HandlerLoadError(f"{named}: name it with lower-case letters, digits, _ . or -, at most 64")
        if point.name in found:
            raise HandlerLoadError(f"{named}: there is another one of this name; uninstall one of them, or rename it")
        try:
            loaded = point.load()
            handler = loaded() if isinstance(loaded, type) else loaded
        except Exception as error:  # whatever the package raises, the operator has to know which one it is
            raise HandlerLoadError(f"{named} cannot be loaded: {type(error).__name__}: {error}") from error
        if not callable(getattr(handler, "handle", None)):
            raise HandlerLoadError(f"{named} has no function handle(signal)")
        found[point.name] = handler
    return found


class Handlers:
    """Calls handlers by name. What they raise is logged without its text; what they mean for users reaches these."""

    def __init__(self, handlers: Mapping[str, SignalHandler], handle_s: float, post_s: float) -> None:
        """`handle_s`, `post_s`: seconds that the two may take."""
        self._handlers = dict(sorted(handlers.items()))
        self._handle_s = handle_s
        self._post_s = post_s

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in alphabetical order."""
        return tuple(self._handlers)

    async def check(self, signal: Signal) -> None:
        """Let a signal through that its handler can read. Raises `InvalidSignalError`, or `InternalError`."""
        if signal.handler not in self._handlers:
            known = ", ".join(self._handlers)
            raise InvalidSignalError(violations=[Violation("handler", f"there is no such handler; there are {known}")])
        check = getattr(self._handlers[signal.handler], "check", None)
        if check is not None:
            await _called(check, signal, within_s=CHECK_S)

    async def handle(self, signal: Signal) -> tuple[Prompt, ...]:
        """The prompts of `signal`, checked. Raises what `checked` raises, the handler's refusal, or `InternalError`."""
        handler = self._handlers.get(signal.handler)
        if handler is None:  # it was kept when there was one
            raise InvalidSignalError(f"There is no handler {signal.handler} here any more.")
        return checked(await _called(handler.handle, signal, within_s=self._handle_s))

    def has_post(self, name: str) -> bool:
        """Whether the handler of that name wants to know how the runs ended, while their locks are held."""
        return callable(getattr(self._handlers.get(name), "post", None))

    async def post(self, signal: Signal, result: Result) -> None:
        """Tell the handler how the runs ended. Raises its refusal, or `InternalError`."""
        await _called(self._handlers[signal.handler].post, signal, result, within_s=self._post_s)  # type: ignore[attr-defined]  # see has_post


async def _called(hook: Callable[..., Any], *arguments: object, within_s: float) -> object:
    try:
        async with asyncio.timeout(within_s):
            if inspect.iscoroutinefunction(hook):
                return await hook(*arguments)
            return await asyncio.to_thread(hook, *arguments)
    except PlotlaneError:
        raise
    except TimeoutError as error:
        logged = incident(error)
        text = f"The handler of this signal took longer than {within_s:g} s; it has been logged."
        raise InternalError(text, metadata=logged.metadata) from error
    except Exception as error:
        logged = incident(error)
        text = "The handler of this signal failed; it has been logged."
        raise InternalError(text, metadata=logged.metadata) from error
