"""Programs that leave something else than a picture, and how the renderer takes what they leave."""

from __future__ import annotations

import pytest

from renderer_svc.outcome import Outcome
from tests.sandbox.conftest import LOW, Box

PNG = (
    "import struct, zlib\n"
    "PNG = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + struct.pack('>II', 8, 4) + bytes(9)\n"
)


def test_a_picture_is_handed_over(box: Box) -> None:
    result = box.picture(PNG + "open('plot-light.png', 'wb').write(PNG)")
    assert result.outcome is Outcome.OK
    assert result.outputs["plot-light.png"].startswith(b"\x89PNG")


def test_a_script_that_leaves_no_picture_has_failed(box: Box) -> None:
    result = box.picture("pass")
    assert result.outcome is Outcome.FAILED
    assert "plot-light.png is missing" in result.stderr


@pytest.mark.parametrize(
    ("trick", "why"),
    [
        ("os.symlink('/etc/passwd', NAME)", "a symbolic link"),
        ("os.symlink('data.csv', NAME)", "a symbolic link"),
        ("open('x', 'wb').write(PNG); os.link('x', NAME)", "hard link"),
        ("os.mkdir(NAME)", "not a regular file"),
        ("socket.socket(socket.AF_UNIX).bind(NAME)", "it cannot be opened"),
        ("open(NAME, 'w').write('<svg/>')", "not a PNG"),
        ("open(NAME, 'wb').close()", "not a PNG"),
        ("open(NAME, 'wb').write(PNG[:16] + struct.pack('>II', 100_000, 100_000) + bytes(9))", "100000 x 100000"),
        ("open(NAME, 'wb').write(PNG + bytes(200_000))", "too large"),
        ("open(NAME, 'wb').truncate(900_000)", "too large"),
    ],
)
def test_an_output_that_is_no_plain_picture_is_rejected(box: Box, trick: str, why: str) -> None:
    result = box.picture(PNG + f"import os, socket\nNAME = 'plot-light.png'\n{trick}")
    assert result.outcome is Outcome.OUTPUT_REJECTED
    assert why in result.stderr
    assert result.outputs == {}


def test_the_size_of_a_large_output_is_reported(box: Box) -> None:
    result = box.picture("open('plot-light.png', 'wb').truncate(900_000)")
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit, result.limit.measured) == ("output_bytes", LOW.output_bytes, 900_000)


def test_a_script_that_raised_is_not_told_that_its_picture_is_missing(box: Box) -> None:
    assert "missing" not in box.picture("raise ValueError").stderr


def test_a_hard_link_to_a_file_of_the_system_can_not_be_made(box: Box) -> None:
    result = box.picture("import os; os.link('/etc/passwd', 'plot-light.png')")
    assert result.outcome is Outcome.FAILED
    assert result.error is not None
    assert result.error.kind == "OSError"


@pytest.mark.parametrize(
    ("ending", "exit_code"),
    [
        ("sys.exit(3)", 3),
        ("sys.exit(0)", 0),
        ("sys.exit()", 0),
        ("sys.exit('words')", 1),
        ("os._exit(7)", 7),
        ("exit(4)", 4),
        ("raise KeyError('x')", 1),
        ("os.kill(os.getpid(), 9)", 137),
        ("os.abort()", 134),
        ("ctypes.string_at(0)", 139),
    ],
)
def test_the_exit_code_is_exact(box: Box, ending: str, exit_code: int) -> None:
    result = box.run(f"import ctypes, os, sys\n{ending}")
    assert result.exit_code == exit_code
    assert result.outcome is (Outcome.OK if exit_code == 0 else Outcome.FAILED)


def test_words_given_to_exit_are_printed(box: Box) -> None:
    assert box.run("import sys; sys.exit('no data')").stderr == "no data\n"


def test_what_a_script_registers_for_its_end_is_run(box: Box) -> None:
    program = (
        "import atexit, threading, time\n"
        "atexit.register(print, 'bye')\n"
        "threading.Thread(target=lambda: (time.sleep(0.1), print('late'))).start()"
    )
    assert box.run(program).stdout == "late\nbye\n"


def test_an_error_is_reported_with_class_and_line_and_a_traceback_of_the_script_alone(box: Box) -> None:
    result = box.run("import json\n\ndef read():\n    return json.loads('{')\n\nread()\n")
    assert result.error is not None
    assert (result.error.kind, result.error.line) == ("JSONDecodeError", 4)
    lines = result.stderr.splitlines()
    assert lines[:2] == ["Traceback (most recent call last):", '  File "plot.py", line 6, in <module>']
    assert "harness" not in result.stderr


def test_a_syntax_error_is_reported_with_its_line(box: Box) -> None:
    result = box.run("x = 1\ny = = 2\n")
    assert result.error is not None
    assert (result.error.kind, result.error.line) == ("SyntaxError", 2)


def test_an_exception_that_refuses_to_be_described_is_still_named(box: Box) -> None:
    result = box.run("class Evil(Exception):\n    def __str__(self): raise SystemExit(0)\nraise Evil")
    assert result.outcome is Outcome.FAILED
    assert result.error is not None
    assert (result.error.kind, result.error.message) == ("Evil", "")


def test_no_path_of_the_host_is_told(box: Box) -> None:
    result = box.run(
        "import json, sys\nprint(sys.path, sys.prefix, sys.executable, json.__file__, __file__)\njson.loads('')"
    )
    told = result.stdout + result.stderr
    assert "/opt/python" in told
    assert "/work" not in told.replace("/job", "")
    assert "pyenv" not in told
