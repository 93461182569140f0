"""A fault: what ended a script, as it is printed for its author and told to the renderer."""

from __future__ import annotations

import errno
import threading
import traceback
from collections.abc import Iterator
from opcode import opmap
from types import TracebackType
from typing import Final

_MESSAGE_CHARS: Final = 500
_MOST_CAUSES: Final = 32  # exceptions can be chained without end
_RESERVE_BYTES: Final = 4 << 20
_reserve: Final[list[bytearray]] = []


def set_aside() -> None:
    """Keep some memory for telling of an error: a script that has used up all it may have still holds it then.

    Nothing is ever written to it, so that it is no page of the machine's. To be called before memory is limited.
    """
    _reserve.append(bytearray(_RESERVE_BYTES))


def show(error: BaseException) -> None:
    """Print the traceback as `python plot.py` prints it: without the harness's own frames."""
    _reserve.clear()
    try:
        inner = error.__traceback__
        while inner is not None and inner.tb_frame.f_code.co_filename.endswith("harness/script.py"):
            inner = inner.tb_next
        traceback.print_exception(type(error), error, inner)
    except BaseException:  # an exception may refuse to be printed; its class still is reported
        return


def describe(error: BaseException, script: str) -> dict[str, object]:
    """What is reported of an error that `script` has raised; the script could have forged all of it."""
    _reserve.clear()
    try:
        message = str(error)[:_MESSAGE_CHARS]
    except BaseException:  # a script's own __str__ may raise anything
        message = ""
    number = getattr(error, "errno", None)
    return {
        "kind": type(error).__name__[:100],
        "line": _line(error, script),
        "message": message,
        "errno": number if isinstance(number, int) else 0,
        "refused_memory": any(map(_is_refusal, _causes(error))),
    }


def listen_to_threads(script: str) -> list[dict[str, object]]:
    """Gets what is reported of each thread that ends because memory was refused: the script itself goes on."""
    found: list[dict[str, object]] = []
    usual = threading.excepthook

    def note(args: threading.ExceptHookArgs) -> None:
        _reserve.clear()
        if args.exc_value is not None and any(map(_is_refusal, _causes(args.exc_value))):
            found.append(describe(args.exc_value, script))
        usual(args)

    threading.excepthook = note
    return found


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error`, what it was raised from or while it was handled, and what is in a group of several."""
    waiting, seen = [error], 0
    while waiting and seen < _MOST_CAUSES:
        one = waiting.pop()
        seen += 1
        yield one
        waiting += [cause for cause in (one.__context__, one.__cause__) if cause is not None]
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions


def _is_refusal(error: BaseException) -> bool:
    """Whether the kernel has refused memory: what Python code raises by hand says nothing about that."""
    is_memory = isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
    return is_memory and not _is_raised_by_hand(error)


def _is_raised_by_hand(error: BaseException) -> bool:
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return step is not None and step.tb_frame.f_code.co_code[step.tb_lasti] == opmap["RAISE_VARARGS"]


def _line(error: BaseException, script: str) -> int:
    """The last line of the script on the way to the error; 0 when the error came from elsewhere."""
    if isinstance(error, SyntaxError) and error.filename == script:
        return error.lineno or 0
    line = 0
    step: TracebackType | None = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == script:
            line = step.tb_lineno
        step = step.tb_next
    return line
