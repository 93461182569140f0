"""The warden: process 1 of the sandbox, which starts the script below itself and alone says how it ended.

The script can neither signal it (it is process 1 of its namespace) nor read or write its memory (it is not dumpable),
so its lines are evidence. What it passes on as `report` comes from the script's own process and may be forged.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

from renderer_svc.harness.order import READY, READY_VECTOR, SEED_BYTES, Order
from renderer_svc.harness.script import run_script

_REPORT_BYTES: Final = 16 * 1024
_PR_SET_DUMPABLE: Final = 4

_libc = ctypes.CDLL(None)


def main(control: int) -> NoReturn:
    """Read the order from standard input, run it, write a start and an end line to `control`, and end the sandbox."""
    guard(Order.from_json(_read_line(0)), control, lambda: _read_all(0))


def guard(
    order: Order,
    control: int,
    hear_again: Callable[[], bytes] = lambda: b"",
    end: Callable[[int], NoReturn] = os._exit,
) -> NoReturn:
    """As `main`, for who has the order already; `hear_again` waits for the order's second line, if one may come.

    `end` ends this process, and with it the sandbox.
    """
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    # Process 1 gets no signal of the script that it has no handler for, and Python has put one here.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    report_in, report_out = os.pipe()
    go_in, go_out = os.pipe()
    child = os.fork()
    if child == 0:
        _become_script(order, report_out, go_in)
    os.close(report_out)
    is_ready = os.read(report_in, 1) == READY
    if again := hear_again():
        order = Order.from_json(again)
    if is_ready:
        _say(control, {"nonce": order.nonce, "event": "start"})
        os.write(
            go_out, _go(order)
        )  # only now: what a script did before its start line would look like a failed launch
    end_of_script = _wait_for(child)
    os.set_blocking(report_in, False)
    _say(
        control,
        {
            "nonce": order.nonce,
            "event": "end",
            **end_of_script,
            "report": _read_report(report_in),
        },
    )
    end(0)  # the kernel ends everything that the script left running


def _become_script(order: Order, report: int, go: int) -> NoReturn:
    _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    report, go = os.dup(report), os.dup(go)  # above every number that they are moved to
    os.dup2(report, 3)
    os.dup2(go, 4)
    os.closerange(5, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    run_script(order, 3, 4)


def _wait_for(child: int) -> dict[str, object]:
    """Its wait status, its largest size, its own processor time, and that of all that it has started."""
    cpu_s = 0.0
    while True:  # process 1 inherits what the script orphans: reap it on the way
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        assert ended is not None  # only who does not wait gets nothing
        own_cpu_s = _own_cpu_s(child) if ended.si_pid == child else 0.0
        _, status, usage = os.wait4(ended.si_pid, 0)
        cpu_s += usage.ru_utime + usage.ru_stime
        if ended.si_pid == child:
            cpu_s += _end_the_rest()
            used = {"cpu_s": cpu_s, "own_cpu_s": own_cpu_s, "max_rss_bytes": usage.ru_maxrss * 1024}
            return {"status": status, **used}


def _end_the_rest() -> float:
    """End what the script has left running; its processor time, which nobody would be told if we ended first."""
    if os.getpid() != 1:  # a process like others, without a namespace of its own: all would be the machine's
        return 0.0
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    cpu_s = 0.0
    with suppress(ChildProcessError):
        while True:
            _, _, usage = os.wait4(-1, 0)
            cpu_s += usage.ru_utime + usage.ru_stime
    return cpu_s


def _own_cpu_s(ended: int) -> float:
    """Of a process that nobody has waited for yet: what the kernel says once it is reaped adds its children's time."""
    with open(f"/proc/{ended}/stat", "rb") as file:  # noqa: PTH123
        utime, stime = file.read().rpartition(b")")[2].split()[11:13]
    return (int(utime) + int(stime)) / os.sysconf("SC_CLK_TCK")


def _go(order: Order) -> bytes:
    return (READY_VECTOR if order.vector else READY) + order.seed.to_bytes(SEED_BYTES, "big")


def _read_line(descriptor: int) -> bytes:
    line = b""
    while not line.endswith(b"\n") and (piece := os.read(descriptor, 1)):
        line += piece
    return line


def _read_all(descriptor: int) -> bytes:
    pieces = []
    while piece := os.read(descriptor, 1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def _read_report(descriptor: int) -> str:
    try:
        return os.read(descriptor, _REPORT_BYTES).decode("utf-8", "replace")
    except BlockingIOError:  # nothing there, and something that the script left behind holds the other end
        return ""


def _say(control: int, line: dict[str, object]) -> None:
    data = json.dumps(line).encode() + b"\n"
    while data:
        data = data[os.write(control, data) :]
