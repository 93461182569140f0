"""The script's own process: limits, libraries and probe first, then the script as `__main__`, then its report."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import resource
import signal
import site
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final, NoReturn

from renderer_svc.harness.order import READY, Order

_MESSAGE_CHARS: Final = 500


def run_script(order: Order, report: int, go: int) -> NoReturn:
    """Run `order.script` in the current folder once `go` says so. Never returns.

    `report` gets a byte when everything is ready, and the error at the end.
    """
    _limit(order)
    sys.path[:] = [path for path in sys.path if "/plotlane" not in path] + [order.site]
    site.setquit()
    for name in order.modules:
        importlib.import_module(name)
    if order.probe:
        from renderer_svc.harness.probe import watch_savefig

        watch_savefig("probe.json")
    _hide_ourselves()
    source = Path(order.script).read_bytes()
    os.write(report, READY)
    os.set_blocking(report, False)
    os.read(go, 1)
    os.close(go)
    code, error = _execute(source, order.script)
    _finish(code, error, report)


def _hide_ourselves() -> None:
    """A script finds what `python plot.py` finds: functions that run on need no entry in sys.modules."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "renderer_svc"]:
        del sys.modules[name]


def _limit(order: Order) -> None:
    for kind, value in (
        (resource.RLIMIT_CPU, order.cpu_s),
        (resource.RLIMIT_DATA, order.data_bytes),
        (resource.RLIMIT_FSIZE, order.file_bytes),
        (resource.RLIMIT_NPROC, order.processes),
        (resource.RLIMIT_NOFILE, order.open_files),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (value, value))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


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
        _print(error)
        return 1, _describe(error, name)
    return 0, None


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)  # noqa: T201
    return 1


def _print(error: BaseException) -> None:
    """The traceback as `python plot.py` prints it: without the harness's own frames."""
    try:
        inner = error.__traceback__
        while inner is not None and inner.tb_frame.f_code.co_filename.endswith("harness/script.py"):
            inner = inner.tb_next
        traceback.print_exception(type(error), error, inner)
    except BaseException:  # an exception may refuse to be printed; its class still is reported
        return


def _describe(error: BaseException, name: str) -> dict[str, object]:
    try:
        message = str(error)[:_MESSAGE_CHARS]
    except BaseException:  # a script's own __str__ may raise anything
        message = ""
    number = getattr(error, "errno", None)
    return {
        "kind": type(error).__name__[:100],
        "line": _line(error, name),
        "message": message,
        "errno": number if isinstance(number, int) else 0,
    }


def _line(error: BaseException, name: str) -> int:
    """The last line of the script on the way to the error; 0 when the error came from elsewhere."""
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno or 0
    line = 0
    step: TracebackType | None = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == name:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _finish(code: int, error: dict[str, object] | None, report: int) -> NoReturn:
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
        os.write(report, json.dumps(error or {}).encode())
    os._exit(code)
