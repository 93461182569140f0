"""The script's own process: limits, libraries and probe first, then the script as `__main__`, then its report."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import random
import resource
import signal
import site
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from renderer_svc.harness import fault
from renderer_svc.harness.order import READY, READY_VECTOR, SEED_BYTES, SIGNALS, STACK_BYTES, Order

#: Called with the report's path and whether an SVG is wanted beside each PNG: from then on saves are watched.
Watch = Callable[[str, bool], None]

_REPORT_NAME: Final = "probe.json"
_hidden: Final[list[ModuleType]] = []  # kept: taking a module apart would copy its memory as well


def run_script(order: Order, report: int, go: int) -> NoReturn:
    """Run `order.script` in the current folder once `go` says so. Never returns.

    `report` gets a byte when everything is ready, and the error at the end.
    """
    fault.set_aside()
    _limit(order, order.helper_data_bytes or order.data_bytes)
    sys.path[:] = [path for path in sys.path if "/plotlane" not in path and path != order.site] + [order.site]
    site.setquit()
    watch = prepare(order)
    _limit_data(order.data_bytes)
    os.write(report, READY)
    os.set_blocking(report, False)
    message = os.read(go, len(READY) + SEED_BYTES)
    os.close(go)
    watch(_REPORT_NAME, message.startswith(READY_VECTOR))
    _reseed(int.from_bytes(message[len(READY) :], "big"))
    in_thread = fault.listen_to_threads(order.script)
    source = Path(order.script).read_bytes()
    code, error = _execute(source, order.script)
    _finish(code, error, in_thread, report)


def prepare(order: Order) -> Watch:
    """Import and rehearse, so that the script finds everything warm; the function that makes saves be watched."""
    for name in order.modules:
        importlib.import_module(name)
    watch: Watch = importlib.import_module(order.watcher).watch if order.watcher else _watch_nothing
    exec(compile(order.rehearsal, "rehearsal", "exec", dont_inherit=True), {"__name__": "rehearsal"})  # noqa: S102
    _hide_ourselves()
    return watch


def _watch_nothing(_report: str, _vector: bool) -> None:
    return


def _hide_ourselves() -> None:
    """A script finds what `python plot.py` finds: functions that run on need no entry in sys.modules.

    From package to module, because looking at each name of sys.modules would copy the memory that holds it.
    """
    waiting = ["renderer_svc"]
    while waiting:
        name = waiting.pop()
        module = sys.modules.pop(name, None)
        if module is not None:
            _hidden.append(module)
            waiting += [f"{name}.{part}" for part in vars(module) if f"{name}.{part}" in sys.modules]


def _limit(order: Order, data_bytes: int) -> None:
    _limit_data(data_bytes)
    for kind, value in (
        (resource.RLIMIT_CPU, order.cpu_s),
        (resource.RLIMIT_FSIZE, order.file_bytes),
        (resource.RLIMIT_NPROC, order.processes),
        (resource.RLIMIT_NOFILE, order.open_files),
        (resource.RLIMIT_STACK, STACK_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_SIGPENDING, SIGNALS),
    ):
        if resource.getrlimit(kind) != (value, value):  # a kernel that cannot change one may have it already (gVisor)
            resource.setrlimit(kind, (value, value))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _limit_data(data_bytes: int) -> None:
    allowed = _inherited_bytes() + data_bytes
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    allowed = allowed if hard == resource.RLIM_INFINITY else min(allowed, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, allowed))


def _inherited_bytes() -> int:
    """Private writable memory that this process already has: libraries that were loaded for it do not count."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[5]) * resource.getpagesize()


def _reseed(seed: int) -> None:
    """Generators that were seeded before a fork would go on alike in all scripts; each script has its own seed."""
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed)


def _execute(source: bytes, name: str) -> tuple[int, dict[str, object] | None]:
    """The exit code that Python itself would give, and what was raised."""
    module = ModuleType("__main__")
    module.__file__ = name
    sys.modules["__main__"] = module
    sys.argv = [name]
    try:
        exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    except SystemExit as stop:
        return _exit_code(stop.code), None
    except BaseException as error:  # whatever a script raises is its outcome
        fault.show(error)
        return 1, fault.describe(error, name)
    return 0, None


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)  # noqa: T201
    return 1


def _finish(code: int, error: dict[str, object] | None, in_thread: list[dict[str, object]], report: int) -> NoReturn:
    hooks: tuple[Any, ...] = (getattr(threading, "_shutdown"), atexit._run_exitfuncs)  # noqa: B009
    for hook in hooks:  # what the interpreter does at its end, without taking the libraries apart one by one
        try:
            hook()
        except BaseException:
            traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        with suppress(BaseException):  # a script may have closed or replaced it
            stream.flush()
    with suppress(OSError):  # a script that filled or closed the pipe leaves its error unnamed
        os.write(report, json.dumps(error or next(iter(in_thread), {})).encode())
    os._exit(code)
