"""What the gates' tests share: small pictures and the evidence around them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from agent_svc.gates.base import Evidence
from agent_svc.gates.png import Picture

CANVAS = (64, 36)


def figure(size: tuple[int, int] = CANVAS, mode: str = "RGBA") -> Image.Image:
    """White paper with a blue square at its very edge, so that cropping would show."""
    image = Image.new("RGBA", size, "#ffffff")
    ImageDraw.Draw(image).rectangle((0, 0, 4, 4), fill="#3b4eb8")
    return image.convert(mode)


def png_of(image: Image.Image, **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG", **options)
    return written.getvalue()


@pytest.fixture
def draw() -> Callable[..., Image.Image]:
    return figure


@pytest.fixture
def png() -> Callable[..., bytes]:
    return png_of


@pytest.fixture
def evidence() -> Callable[..., Evidence]:
    """Evidence of a render that went well, but for what a test changes."""

    def made(**changes: object) -> Evidence:
        image = figure()
        seen: dict[str, object] = {
            "ending": "",
            "file": "plot-light.png",
            "png": png_of(image),
            "probe": report(),
            "canvas": CANVAS,
            "paper": "#fffdf8",
            "picture": Picture(image, image.size),
        }
        return Evidence(**(seen | changes))  # type: ignore[arg-type]

    return made


def report(**changes: object) -> dict[str, object]:
    """What the renderer's probe writes for one figure on the canvas."""
    seen: dict[str, object] = {
        "file": "plot-light.png",
        "width_px": CANVAS[0],
        "height_px": CANVAS[1],
        "texts_outside": [],
        "missing_glyphs": [],
    }
    return {"v": 1, "figures": [seen | changes]}


@pytest.fixture
def probe() -> Callable[..., dict[str, object]]:
    return report
