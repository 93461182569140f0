"""Gate R3: the exact canvas."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from agent_svc.gates.base import Evidence, Severity
from agent_svc.gates.canvas import CanvasGate, fitted
from agent_svc.gates.png import Picture

PAPER = (255, 253, 248)


def test_the_exact_canvas_passes_untouched(evidence: Callable[..., Evidence]) -> None:
    verdict = CanvasGate().judge(evidence())

    assert verdict.findings == ()
    assert verdict.picture is None


@pytest.mark.parametrize("size", [(60, 36), (64, 30), (1, 1), (65, 36), (200, 30), (30, 200), (640, 360)])
def test_another_size_becomes_the_canvas_and_gets_attention(
    evidence: Callable[..., Evidence], draw: Callable[..., Image.Image], size: tuple[int, int]
) -> None:
    image = draw(size)
    verdict = CanvasGate().judge(evidence(picture=Picture(image, size)))
    (finding,) = verdict.findings

    assert verdict.picture is not None
    assert verdict.picture.size == (64, 36)
    assert verdict.picture.drawn == size
    assert finding.severity is Severity.ATTENTION
    assert f"{size[0]} × {size[1]}" in finding.message
    assert "64 × 36" in finding.message


def test_a_small_picture_stands_unscaled_in_the_middle_of_paper(draw: Callable[..., Image.Image]) -> None:
    image = draw((32, 18))
    sheet = fitted(image, (64, 36), "#fffdf8")

    assert sheet.crop((16, 9, 48, 27)).tobytes() == image.tobytes()
    assert {colour for _, colour in sheet.crop((0, 0, 64, 9)).getcolors() or []} == {(*PAPER, 255)}
    assert {colour for _, colour in sheet.crop((48, 0, 64, 36)).getcolors() or []} == {(*PAPER, 255)}


def test_a_large_picture_is_shrunk_in_proportion_so_that_its_edges_stay_visible(
    draw: Callable[..., Image.Image],
) -> None:
    image = draw((128, 128))
    image.paste((255, 0, 0, 255), (124, 124, 128, 128))
    sheet = fitted(image, (64, 36), "#fffdf8")

    blue, red = sheet.getpixel((14, 0)), sheet.getpixel((49, 35))
    assert isinstance(blue, tuple)
    assert isinstance(red, tuple)
    assert blue[2] > 150 > blue[0]
    assert red[0] > 200 > red[1]
    assert sheet.getpixel((13, 18)) == sheet.getpixel((50, 18)) == (*PAPER, 255)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_the_mode_of_the_picture_stays(draw: Callable[..., Image.Image], mode: str) -> None:
    assert fitted(draw((10, 10), mode), (64, 36), "#000000").mode == mode
