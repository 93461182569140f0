"""What an uploaded file is: text or something to convert, under which name, and how large."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from agent_svc.errors import InvalidError, TooLongError
from agent_svc.sessions.upload import file_name, needs_conversion, notes_of, read_name, whole_file
from agent_svc.tables import ConversionNote


@pytest.mark.parametrize(
    ("name", "data", "converted"),
    [
        ("a.csv", b"a,b\n", False),
        ("a.unknown", b"a,b\n", False),
        ("a", b"a,b\n", False),
        ("a.XLSX", b"whatever", True),
        ("a.csv.gz", b"whatever", True),
        ("a.csv", b"PK\x03\x04", True),  # a workbook under another name
        ("a.txt", b"\x1f\x8b", True),
        ("a.parquet", b"PAR1", True),
    ],
)
def test_a_file_is_converted_when_its_first_bytes_or_its_name_say_so(name: str, data: bytes, converted: bool) -> None:
    assert needs_conversion(name, data) is converted


@pytest.mark.parametrize(
    ("name", "read_as"),
    [("a.json", "a.json"), ("a.json.gz", "a.json"), ("A.CSV.GZ", "A.CSV"), ("a.xlsx", "table.csv"), ("a", "table.csv")],
)
def test_only_text_is_read_under_its_own_name(name: str, read_as: str) -> None:
    assert read_name(name) == read_as


@pytest.mark.parametrize("name", ["C:\\Daten\\a.csv", "/home/a.csv", "a.csv"])
def test_of_a_path_the_name_is_kept(name: str) -> None:
    assert file_name(name) == "a.csv"


@pytest.mark.parametrize("name", ["", "/", "a\nb.csv", "a" * 256])
def test_a_name_that_no_file_has_is_refused(name: str) -> None:
    with pytest.raises(InvalidError):
        file_name(name)


async def test_an_upload_that_is_too_large_is_refused_before_its_end() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b"x" * 1024**2

    with pytest.raises(TooLongError, match=r"big\.csv is larger than 10 MB"):
        await whole_file("big.csv", endless())
    assert sent == 11


def test_what_a_conversion_lost_is_said() -> None:
    note = ConversionNote("xlsx", "Blatt", 3, 2, error_cells=1, merged_ranges=2, durations=4, columns_left_out=1)
    said = " ".join(notes_of(note))
    for part in (
        "“Blatt”",
        "1 cell with an error",
        "2 merged ranges",
        "4 cells are lengths of time",
        "1 column of lists",
    ):
        assert part in said
    assert list(notes_of(ConversionNote("text"))) == []


def test_formats_that_an_xlsb_file_does_not_give_are_said() -> None:
    assert any("35% as 0.35" in line for line in notes_of(ConversionNote("xlsb", "Blatt")))


def test_formulas_without_values_and_hidden_rows_are_said_with_what_to_do() -> None:
    one, more = notes_of(ConversionNote("xlsx", uncalculated_cells=1, hidden_rows=3))
    assert one.startswith("1 cell holds a formula that no program has computed")
    assert "save it" in one
    assert more.startswith("3 hidden rows are read")
