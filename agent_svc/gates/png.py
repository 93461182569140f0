"""A picture: the pixels of a PNG, taken out of a file that nobody trusts and written back as one of ours."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from typing import Final

from PIL import Image, UnidentifiedImageError

MAX_BYTES: Final = 32 * 1024 * 1024
MAX_PIXELS: Final = 40_000_000  #: width times height, before anything is decoded
DPI: Final = 400  #: so that other programs show the picture at the size it was drawn for

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PIXEL_CHUNKS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_LEVEL: Final = 3  # of deflate: as fast as 1 and 3 % smaller here; the default 6 costs a third more time


class RefusedPicture(ValueError):
    """The file is no picture that we show; the message says why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Decoded pixels (RGB or RGBA, 8 bits), and the size that the script drew them in."""

    image: Image.Image
    drawn: tuple[int, int]  #: width and height in pixels, before any padding

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size


def decode(data: bytes) -> Picture:
    """The pixels of `data`, bounded before anything is decoded. Raises RefusedPicture."""
    if len(data) > MAX_BYTES:
        raise RefusedPicture(f"it has {len(data)} bytes; {MAX_BYTES} are the most")
    if not data.startswith(_SIGNATURE):
        raise RefusedPicture("it does not begin like a PNG")
    chunks = _chunks(data)
    width, height = _bounded_size(chunks)
    try:
        image: Image.Image = Image.open(io.BytesIO(_SIGNATURE + b"".join(raw for _, raw in chunks)), formats=["PNG"])
        image.load()
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError) as error:
        raise RefusedPicture("its pixels are damaged") from error
    if image.mode not in ("RGB", "RGBA"):
        image = image.convert("RGBA")
    if image.size != (width, height):
        raise RefusedPicture("its pixels do not have the size that its header claims")
    return Picture(image, image.size)


def is_blank(picture: Picture) -> bool:
    """Whether all pixels have one colour, or none can be seen."""
    if picture.image.getcolors(1) is not None:
        return True
    return picture.image.mode == "RGBA" and picture.image.getchannel("A").getextrema() == (0, 0)


def encode(picture: Picture) -> bytes:
    """The same pixels as a PNG without anything else in it but our resolution."""
    written = io.BytesIO()
    picture.image.save(written, "PNG", compress_level=_LEVEL, dpi=(DPI, DPI))
    return written.getvalue()


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks that make pixels, whole; texts, profiles, animations and what follows the end are left out."""
    found: list[tuple[bytes, bytes]] = []
    place = len(_SIGNATURE)
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        kind = data[place + 4 : place + 8]
        end = place + 12 + length
        if end > len(data):
            break
        if kind in _PIXEL_CHUNKS:
            found.append((kind, data[place:end]))
        if kind == b"IEND":
            return found
        place = end
    raise RefusedPicture("it is cut off")


def _bounded_size(chunks: list[tuple[bytes, bytes]]) -> tuple[int, int]:
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 25:
        raise RefusedPicture("it does not begin with its header")
    width, height, depth = struct.unpack_from(">IIB", chunks[0][1], 8)
    if not 0 < width * height <= MAX_PIXELS:
        raise RefusedPicture(f"it claims {width} × {height} pixels; {MAX_PIXELS} in all are the most")
    if depth > 8:
        raise RefusedPicture(f"it has {depth} bits a channel; 8 are the most")
    return width, height
