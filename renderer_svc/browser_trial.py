"""The trial: whether the libraries that draw in a browser can do so here, known from one real start in its sandbox.

A browser may say its version and still die between the sandbox's walls; whoever asks for a picture should not be the
first to learn that.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import structlog

from renderer_svc.executor import Executor
from renderer_svc.follow import SandboxStuck
from renderer_svc.job import Job, ThemedScript
from renderer_svc.library import Library
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.stop import Stop
from renderer_svc.task import Task

_START_S: Final = 25.0  # a start takes 2 s; a browser that hangs is as good as none
_AGAIN_S: Final = 60.0  # a browser that was mended, or a machine that was busy, is found out without a restart
_NICE: Final = 10  # what is drawn comes first
_NOTHING: Final = ThemedScript("light", "pass")


class BrowserTrials:
    """Finds out while the renderer serves whether the libraries that need a browser work, in a thread of its own."""

    def __init__(
        self,
        executor: Executor,
        libraries: Mapping[str, Library],
        limits: Limits,
        log: structlog.typing.FilteringBoundLogger,
        tell: Callable[[Library], object],
        *,
        slot: int,
        may_try: Callable[[Limits], bool] = lambda _: True,
        again_s: float = _AGAIN_S,
    ) -> None:
        """`tell` is called in that thread with each library of which something was learnt.

        `slot`: a place that no job gets; `may_try`: is memory left for one more browser?
        """
        self._executor = executor
        self._libraries = browser_libraries(libraries)
        self._tell = tell
        self._limits = limits
        self._log = log
        self._slot = slot
        self._may_try = may_try
        self._again_s = again_s
        self._stop = Stop()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_trying, name="browser-trials", daemon=True)

    def begin(self) -> None:
        """Returns at once; until a trial has ended, a library counts as what it was."""
        self._thread.start()

    def end(self) -> None:
        """Stop trying; returns when nothing of a trial runs any more."""
        self._ended.set()
        self._stop.request()
        if self._thread.ident is not None:
            self._thread.join()
        self._stop.close()

    def _keep_trying(self) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        while self._libraries and not self._ended.is_set():
            found = try_browsers(self._executor, self._libraries, self._limits, self._slot, self._stop, self._may_try)
            for name, remedy in found.items():
                if remedy:
                    self._log.warning("library_unavailable", library=name, remedy=remedy)
                self._tell(replace(self._libraries[name], remedy=remedy))
            if found and not any(found.values()):
                return
            self._ended.wait(self._again_s)


def browser_libraries(libraries: Mapping[str, Library]) -> dict[str, Library]:
    """Those of `libraries` that may draw here as far as is known without a start, in a browser."""
    return {name: one for name, one in libraries.items() if one.available and not one.runtime.fork_safe}


def try_browsers(
    executor: Executor,
    libraries: Mapping[str, Library],
    limits: Limits,
    slot: int,
    stop: Stop,
    may_try: Callable[[Limits], bool] = lambda _: True,
) -> dict[str, str]:
    """The remedy of each of `libraries`, empty where the browser starts; without those of which nothing was learnt.

    All have one browser, so the first that starts answers for those after it.
    """
    found: dict[str, str] = {}
    for name, library in libraries.items():
        started = _starts(executor, library, limits, slot, stop) if may_try(library.runtime.limits(limits)) else None
        if started:
            return found | dict.fromkeys([other for other in libraries if other not in found], "")
        if started is None:
            return found
        found[name] = _remedy(library)
    return found


def _starts(executor: Executor, library: Library, limits: Limits, slot: int, stop: Stop) -> bool | None:
    """Whether `library`'s browser comes up in a sandbox; None: that could not be learnt now."""
    job = Job("trial", library.runtime.library, b"", (_NOTHING,), timeout_s=_START_S)
    task = replace(library.task(job, _NOTHING, limits), outputs={}, trial=True)
    bare = Task(task.image, task.script_name, task.files, task.limits, env=task.env, trial=True)
    try:
        outcome = executor.run(task, slot, stop).outcome
        if outcome is Outcome.OK:
            return True
        # What comes up without the browser dies of the browser; else it is no matter of this library's.
        return False if outcome is Outcome.LAUNCHER and executor.run(bare, slot, stop).outcome is Outcome.OK else None
    except SandboxStuck:  # it is only our own code, and ends with its thread
        return False
    except OSError:
        return None


def _remedy(library: Library) -> str:
    return next(part.reinstallation("does not start in the sandbox") for part in library.runtime.parts)
