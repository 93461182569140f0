"""The report: one bounded file, and an SVG that is an extra."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from renderer_svc.harness.columns import Room, column
from renderer_svc.harness.report import Report, save_vector
from renderer_svc.harness.svg_raster import raster, size_of


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (30, 20)).save("plot-light.png")
    return tmp_path


def test_a_figure_is_noted_with_the_size_of_its_file(here: Path) -> None:
    Report("probe.json", "plotly").add("plot-light.png", lambda _: ({"traces": []}, ["Title", "\ud800"]))
    report = json.loads((here / "probe.json").read_text())
    assert (report["v"], report["library"]) == (1, "plotly")
    (figure,) = report["figures"]
    assert (figure["file"], figure["width_px"], figure["height_px"]) == ("plot-light.png", 30, 20)
    assert (figure["texts"], figure["drawing"]) == (["Title", "?"], {"traces": []})


def test_a_report_that_would_be_too_large_holds_fewer_numbers(here: Path) -> None:
    def describe(room: Room) -> tuple[dict[str, Any], list[str]]:
        return {
            str(index): column([f"{row} " + "長い名前" * 50 for row in range(200)], room) for index in range(60)
        }, []

    Report("probe.json", "plotly").add("plot-light.png", describe)
    raw = (here / "probe.json").read_bytes()
    assert len(raw) <= 240 * 1024
    assert {len(part["texts"]) for part in json.loads(raw)["figures"][0]["drawing"].values()} == {0, 125}


def test_what_cannot_be_described_is_left_out_and_the_picture_stays(here: Path) -> None:
    def describe(_: Room) -> tuple[dict[str, Any], list[str]]:
        raise KeyError("no such thing")

    Report("probe.json", "plotly").add("plot-light.png", describe)
    assert not (here / "probe.json").exists()


def figures_of(folder: Path) -> list[tuple[str, object]]:
    """File and drawing of each figure in the report."""
    report = json.loads((folder / "probe.json").read_text())
    return [(figure["file"], figure["drawing"]) for figure in report["figures"]]


@pytest.mark.parametrize("again", ["plot-light.png", "./plot-light.png", "absolute"])
def test_a_picture_that_is_saved_again_is_the_one_that_was_saved_last(here: Path, again: str) -> None:
    report = Report("probe.json", "plotly")
    report.add("plot-light.png", lambda _: ({"n": 1}, []))
    report.add(str(here / "plot-light.png") if again == "absolute" else again, lambda _: ({"n": 2}, []))
    assert figures_of(here) == [("plot-light.png", {"n": 2})]


def test_a_picture_that_was_overwritten_by_what_cannot_be_described_is_not_in_the_report(here: Path) -> None:
    def describe(_: Room) -> tuple[dict[str, Any], list[str]]:
        raise KeyError("no such thing")

    report = Report("probe.json", "plotly")
    report.add("plot-light.png", lambda _: ({"n": 1}, []))
    report.add("plot-light.png", describe)
    assert figures_of(here) == []


def test_a_picture_that_is_saved_many_times_takes_one_place(here: Path) -> None:
    report = Report("probe.json", "plotly")
    numbers = iter(range(9))
    for _ in range(9):
        report.add("plot-light.png", lambda _: ({"n": next(numbers)}, []))
    assert figures_of(here) == [("plot-light.png", {"n": 8})]


def test_a_vector_picture_that_fails_leaves_nothing(here: Path) -> None:
    def fail(path: str) -> None:
        Path(path).write_text("<svg")
        raise OSError(28, "no space")

    save_vector("plot-light.png", fail)
    assert not (here / "plot-light.svg").exists()
    save_vector("plot-light.png", lambda path: Path(path).write_text("<svg/>"))
    assert (here / "plot-light.svg").read_text() == "<svg/>"


@pytest.mark.parametrize(
    ("svg", "size"),
    [
        ('<svg width="16" height="9">', (16, 9)),
        ('<?xml version="1.0"?><svg viewBox="0 0 16 9.5" class="x">', (16, 9.5)),
        ('<svg width="16px" viewBox="0 0 1 1" height="9px">', (16, 9)),
        ('<svg width="100%" height="100%">', None),
    ],
)
def test_an_svgs_own_size_is_read_from_its_root(svg: str, size: tuple[float, float] | None) -> None:
    assert size_of(svg) == size


def test_a_raster_has_exactly_the_asked_size_or_is_none() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="9" height="9"/></svg>'
    made = raster(svg, 320, 180)
    assert made is not None
    assert made[:4] == b"\x89PNG"
    assert raster(svg, 320, 320) is None
    assert raster("<svg width='1' height='1'><broken", 10, 10) is None
