"""Pixels in and out of a PNG that nobody trusts."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from agent_svc.gates.png import MAX_BYTES, RefusedPicture, decode, encode, is_blank

Draw = Callable[..., Image.Image]
Png = Callable[..., bytes]


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def header(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_pixels_and_their_mode_survive_the_way_through(draw: Draw, png: Png, mode: str) -> None:
    image = draw(mode=mode)
    again = Image.open(io.BytesIO(encode(decode(png(image)))))

    assert again.mode == mode
    assert again.tobytes() == image.tobytes()


@pytest.mark.parametrize("mode", ["P", "L", "1", "LA"])
def test_other_modes_become_colours_of_the_same_look(draw: Draw, png: Png, mode: str) -> None:
    image = draw(mode=mode)

    assert decode(png(image)).image.tobytes() == image.convert("RGBA").tobytes()


def test_nothing_but_pixels_and_our_resolution_is_written(draw: Draw, png: Png) -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "someone")
    notes.add_text("Long", "x" * 1000, zip=True)
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"
    dirty = png(draw(), pnginfo=notes, dpi=(72, 72), icc_profile=b"profile", exif=exif)
    clean = Image.open(io.BytesIO(encode(decode(dirty + b"trailing"))))

    assert set(clean.info) == {"dpi"}
    assert [round(value) for value in clean.info["dpi"]] == [400, 400]


def test_a_clean_picture_is_the_same_when_cleaned_again(draw: Draw, png: Png) -> None:
    once = encode(decode(png(draw())))

    assert encode(decode(once)) == once


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "does not begin like a PNG"),
        (b"GIF89a" + b"\0" * 60, "does not begin like a PNG"),
        (b"\x89PNG\r\n\x1a\n", "cut off"),
        (header(10, 10), "cut off"),
        (header(100_000, 100_000) + chunk(b"IEND", b""), "100000 × 100000 pixels"),
        (header(0, 10) + chunk(b"IEND", b""), "0 × 10 pixels"),
        (header(10, 10, depth=16) + chunk(b"IEND", b""), "16 bits"),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"IDAT", b"") + chunk(b"IEND", b""), "does not begin with its header"),
        (header(10, 10) + chunk(b"IEND", b""), "damaged"),
        (header(10, 10) + chunk(b"IDAT", b"nonsense") + chunk(b"IEND", b""), "damaged"),
        (header(10, 10) + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b""), "damaged"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES, "are the most"),
    ],
)
def test_what_is_no_bounded_png_is_refused_with_its_reason(data: bytes, why: str) -> None:
    with pytest.raises(RefusedPicture, match=why):
        decode(data)


def test_pixels_that_unpack_to_far_more_than_their_size_are_cut_at_their_size() -> None:
    bomb = chunk(b"IDAT", zlib.compress(b"\0" * 50_000_000))
    picture = decode(header(10, 10) + bomb + chunk(b"IEND", b""))

    assert picture.size == (10, 10)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_no_bytes_make_decoding_fail_otherwise(tail: bytes, cut: int) -> None:
    whole = header(2, 2) + chunk(b"IDAT", zlib.compress(b"\0" * 14)) + chunk(b"IEND", b"")
    with contextlib.suppress(RefusedPicture):
        assert min(decode(whole[:cut] + tail).size) > 0


@pytest.mark.parametrize("colour", ["#ffffff", "#00000000"])
def test_one_colour_is_blank(png: Png, colour: str) -> None:
    assert is_blank(decode(png(Image.new("RGBA", (8, 8), colour))))


def test_colours_that_cannot_be_seen_are_blank(draw: Draw, png: Png) -> None:
    image = draw()
    image.putalpha(0)

    assert is_blank(decode(png(image)))


def test_a_single_pixel_of_ink_is_not_blank(png: Png) -> None:
    image = Image.new("RGB", (8, 8), "#ffffff")
    image.putpixel((3, 3), (0, 0, 0))

    assert not is_blank(decode(png(image)))
