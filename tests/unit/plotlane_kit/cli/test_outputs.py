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


@pytest.mark.parametrize("name", ["a.svg", "a.pdf", "a", "plots"])
def test_a_picture_that_would_not_be_what_its_name_says_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "plots").mkdir()
    with pytest.raises(ArgumentError, match=r"ends in \.png"):
        Outputs(tmp_path / name).refuse_impossible()


def test_a_picture_below_a_file_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "plots").write_text("a file")
    with pytest.raises(ArgumentError, match="cannot be written to"):
        Outputs(tmp_path / "plots" / "new" / "a.png").refuse_impossible()


def test_a_picture_in_a_folder_that_does_not_exist_yet_is_fine(tmp_path: Path) -> None:
    Outputs(tmp_path / "new" / "newer" / "a.PNG").refuse_impossible()
    assert not (tmp_path / "new").exists()


def test_a_disk_that_refuses_is_an_answer_that_names_the_path() -> None:
    with pytest.raises(ArgumentError, match=r"/proc/a\.png: No such file"):
        Outputs(Path("/proc/a.png")).write("plot-light.png", b"p")


def drawn(picture: Path) -> list[Path]:
    """Where the files of one plot were written."""
    outputs = Outputs(picture)
    return [
        outputs.write(name, f"# Made by Plotlane for {picture.name}".encode())
        for name in ("plot-light.png", "plot.py", "data.csv")
    ]


def test_a_second_picture_in_a_folder_leaves_the_files_of_the_first_alone(tmp_path: Path) -> None:
    drawn(tmp_path / "a.png")
    assert drawn(tmp_path / "b.png") == [tmp_path / "b.png", tmp_path / "b" / "plot.py", tmp_path / "b" / "data.csv"]
    assert (tmp_path / "plot.py").read_text().endswith("for a.png")


@pytest.mark.parametrize("again", ["a.png", "b.png", "c.png"])
def test_a_picture_that_is_drawn_again_replaces_its_own_files_alone(tmp_path: Path, again: str) -> None:
    before = {path: path.read_text() for name in ("a.png", "b.png", "c.png") for path in drawn(tmp_path / name)}
    drawn(tmp_path / again)
    assert {path: path.read_text() for path in before} == before


def test_files_without_a_picture_are_those_of_another(tmp_path: Path) -> None:
    drawn(tmp_path / "a.png")
    (tmp_path / "a.png").unlink()
    assert Outputs(tmp_path / "b.png").path_of("plot.py") == tmp_path / "b" / "plot.py"
