"""Gate R3: the picture has exactly the canvas of its chart."""

from __future__ import annotations

from PIL import Image

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.png import Picture


class CanvasGate:
    """Pads a picture of another size with paper; one that is too large is shrunk first. Nothing is ever cropped."""

    name = "canvas"

    def judge(self, evidence: Evidence) -> Verdict:
        picture = evidence.picture
        if picture is None or picture.size == evidence.canvas:
            return Verdict()
        width, height = picture.size
        wanted = f"{evidence.canvas[0]} × {evidence.canvas[1]}"
        shrunk = "shrunk and " if width > evidence.canvas[0] or height > evidence.canvas[1] else ""
        message = f"The picture was drawn with {width} × {height} pixels and {shrunk}padded to {wanted}."
        suggestion = "Leave the figure's size and resolution to the theme, and save without bbox_inches."
        finding = Finding(self.name, Severity.ATTENTION, message, suggestion)
        return Verdict((finding,), Picture(fitted(picture.image, evidence.canvas, evidence.paper), picture.drawn))


def fitted(image: Image.Image, canvas: tuple[int, int], paper: str) -> Image.Image:
    """`image` in the middle of a `canvas` of `paper`, shrunk in proportion when it does not fit, never cropped."""
    scale = min(1.0, canvas[0] / image.width, canvas[1] / image.height)
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.HAMMING)  # sharper ones invent colours beside edges
    sheet = Image.new(image.mode, canvas, paper)
    sheet.paste(image, ((canvas[0] - image.width) // 2, (canvas[1] - image.height) // 2))
    return sheet
