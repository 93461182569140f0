"""`plotlane plot` writes three files and never over something that is not its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from plotlane_kit.cli.arguments import ArgumentError
from plotlane_kit.cli.outputs import Outputs


def test_the_companions_lie_beside_the_picture(tmp_path: Path) -> None:
    outputs = Outputs(tmp_path / "plots" / "a.png")
    assert outputs.write("plot-dark.png", b"p") == tmp_path / "plots" / "a.png"
    assert outputs.write("plot.py", b"c") == tmp_path / "plots" / "plot.py"
    assert (tmp_path / "plots" / "a.png").read_bytes() == b"p"


@pytest.mark.parametrize("name", ["data.csv", "a.png"])
def test_the_data_itself_is_never_overwritten(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_text("x\n1\n")
    with pytest.raises(ArgumentError, match="is the data itself"):
        Outputs(tmp_path / "a.png").refuse_to_overwrite(source)


def test_a_foreign_companion_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("x\n1\n")
    (tmp_path / "data.csv").write_text("mine")
    with pytest.raises(ArgumentError, match="not made by Plotlane"):
        Outputs(tmp_path / "a.png").refuse_to_overwrite(source)


def test_our_own_earlier_files_are_replaced(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("x\n1\n")
    (tmp_path / "plot.py").write_text("# Made by Plotlane\n")
    (tmp_path / "data.csv").write_text("old")
    Outputs(tmp_path / "a.png").refuse_to_overwrite(source)
