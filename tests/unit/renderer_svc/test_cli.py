"""The command: what a script may do to the terminal, and what is no script."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer_svc.cli import main
from renderer_svc.cli import shown as shown_on_a_terminal


def test_a_script_that_is_no_text_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "plot.py"
    script.write_bytes(b"x = 1  # \xff")
    assert main(["run", str(script), "--theme", "dark"]) == 1
    assert capsys.readouterr().err == f"renderer: {script} is no text in UTF-8: invalid start byte at byte 9\n"


def test_what_a_script_prints_cannot_take_over_the_terminal() -> None:
    assert shown_on_a_terminal("a\tü\n\x1b]0;mine\x07\r") == "a\tü\n\\x1b]0;mine\\x07\\r"
