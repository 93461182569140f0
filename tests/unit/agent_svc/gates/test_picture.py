"""Gate R2: the picture is a picture."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from agent_svc.gates.base import Evidence, Severity
from agent_svc.gates.picture import PictureGate


def test_a_picture_is_handed_on_decoded(evidence: Callable[..., Evidence]) -> None:
    seen = evidence(picture=None)
    verdict = PictureGate().judge(seen)

    assert verdict.findings == ()
    assert verdict.picture is not None
    assert verdict.picture.size == verdict.picture.drawn == seen.canvas


def test_what_is_no_picture_blocks_and_says_why(evidence: Callable[..., Evidence]) -> None:
    (finding,) = PictureGate().judge(evidence(png=b"<svg/>")).findings

    assert finding.severity is Severity.BLOCK
    assert finding.message == "plot-light.png is no picture that can be shown: it does not begin like a PNG."


def test_a_blank_picture_blocks(evidence: Callable[..., Evidence], png: Callable[..., bytes]) -> None:
    (finding,) = PictureGate().judge(evidence(png=png(Image.new("RGB", (64, 36), "#ffffff")))).findings

    assert finding.severity is Severity.BLOCK
    assert "blank" in finding.message
