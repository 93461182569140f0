"""What is told of an error: where it was raised, and whether the kernel's refusal of memory is behind it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from renderer_svc.harness import fault

_REFUSED = "bytearray(1 << 62)"


def raised(source: str) -> BaseException:
    """The error that a script raises."""
    try:
        exec(compile(source, "plot.py", "exec"), {})
    except BaseException as error:
        return error
    raise AssertionError("it raises nothing")


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        (_REFUSED, True),
        ("import mmap; mmap.mmap(-1, 1 << 60, flags=mmap.MAP_PRIVATE)", True),
        (f"try: {_REFUSED}\nexcept MemoryError: raise", True),
        (f"try: {_REFUSED}\nexcept MemoryError as e: raise e", True),
        (f"try: {_REFUSED}\nexcept MemoryError as e: raise ValueError from e", True),
        (f"try: {_REFUSED}\nexcept MemoryError: raise ValueError from None", True),
        (f"try: {_REFUSED}\nexcept MemoryError: 1 / 0", True),
        (f"try: {_REFUSED}\nexcept MemoryError as e: raise ExceptionGroup('several', [KeyError(), e])", True),
        ("class Mine(MemoryError): pass\nraise Mine", False),
        ("raise MemoryError('by hand')", False),
        ("import errno\nraise OSError(errno.ENOMEM, 'by hand')", False),
        ("raise KeyError", False),
        ("e = KeyError()\ne.__context__ = ValueError()\ne.__context__.__context__ = e\nraise e", False),
    ],
)
def test_refused_memory_is_told_from_what_is_raised_by_hand(source: str, refused: bool) -> None:
    assert fault.describe(raised(source), "plot.py")["refused_memory"] is refused


def test_an_error_of_a_subclass_that_a_library_in_c_raises_counts() -> None:
    error = raised("import numpy; numpy.ones((1 << 40, 1 << 18), dtype='u1')")
    assert type(error) is not MemoryError
    assert fault.describe(error, "plot.py")["refused_memory"] is True


@pytest.fixture
def usual_hook() -> Iterator[None]:
    hook = threading.excepthook
    yield
    threading.excepthook = hook


@pytest.mark.usefixtures("usual_hook")
def test_a_thread_that_ends_for_want_of_memory_is_told_and_others_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    threading.excepthook = threading.__excepthook__
    found = fault.listen_to_threads("plot.py")
    for target, size in ((bytearray, 1 << 62), (bytearray, -1)):
        thread = threading.Thread(target=target, args=(size,))
        thread.start()
        thread.join()
    assert [told["kind"] for told in found] == ["MemoryError"]
    assert capsys.readouterr().err.count("Exception in thread") == 2
