"""Taking a file out of a folder that somebody hostile has filled."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from renderer_svc.artifact import PNG_SIGNATURE, Missing, Rejected, collect, png_check


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


def png(width: int, height: int) -> bytes:
    return PNG_SIGNATURE + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", width, height) + bytes(9)


def test_a_regular_file_is_read_whole(folder: int, tmp_path: Path) -> None:
    content = os.urandom(3 << 20)
    (tmp_path / "a").write_bytes(content)
    assert collect(folder, "a", 4 << 20) == content


def test_a_file_that_is_not_there_is_missing(folder: int) -> None:
    assert collect(folder, "a", 100) == Missing("a")


def test_a_link_is_rejected_wherever_it_points(folder: int, tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"x")
    (tmp_path / "a").symlink_to("target")
    assert collect(folder, "a", 100) == Rejected("a", "a symbolic link")


def test_a_file_with_two_names_is_rejected(folder: int, tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"x")
    (tmp_path / "a").hardlink_to(tmp_path / "b")
    assert isinstance(collect(folder, "a", 100), Rejected)


def test_a_pipe_is_rejected_and_never_waited_for(folder: int, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    assert collect(folder, "a", 100) == Rejected("a", "not a regular file")


def test_a_device_is_rejected() -> None:
    devices = os.open("/dev", os.O_RDONLY | os.O_DIRECTORY)
    try:
        assert collect(devices, "zero", 100) == Rejected("zero", "not a regular file")
    finally:
        os.close(devices)


def test_a_large_file_is_rejected_with_its_size_and_not_read(folder: int, tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    why = "too large: 1,099,511,627,776 bytes of at most 100"
    assert collect(folder, "a", 100) == Rejected("a", why, measured_bytes=1 << 40)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (png(3200, 1800), None),
        (png(1000, 1000), None),
        (b"", "not a PNG"),
        (png(1, 1)[:30], "not a PNG"),
        (b"GIF89a" + bytes(40), "not a PNG"),
        (png(0, 5), "it claims 0 x 5 pixels"),
        (png(100_000, 100_000), "it claims 100000 x 100000 pixels"),
    ],
)
def test_a_png_is_judged_by_its_header(data: bytes, complaint: str | None) -> None:
    assert png_check(6_000_000)(data) == complaint
