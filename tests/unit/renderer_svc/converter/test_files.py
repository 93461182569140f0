"""What a file is, its content says; what cannot be a table is refused for a reason of a closed set."""

from __future__ import annotations

import io
import struct
import zipfile
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from renderer_svc.converter.bounds import MIB
from renderer_svc.converter.fault import SENTENCES, Fault
from renderer_svc.converter.main import convert
from renderer_svc.converter.report import Report
from tests.unit.renderer_svc.converter.files import gzipped, ods, rewritten, xls, xlsx, zipped

CSV = b"a;b\r\n1,5;x\r\n"
BOOK = xlsx({"S": [["x"], [1]]})
ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
COLUMNS = {
    "i": [1, 2**60 + 1],
    "f": [0.1, None],
    "short": pa.array([0.1, 2.0], pa.float32()),
    "at": pa.array([datetime(2024, 1, 1, 1), None], pa.timestamp("ns")),
    "day": [date(2024, 1, 2), None],
    "s": ["a,b", None],
    "d": [Decimal("1.20"), None],
    "b": [True, False],
    "len": pa.array([timedelta(seconds=90), None], pa.duration("us")),
    "c": pa.array(["x", "y"]).dictionary_encode(),
    "list": [[1], [2]],
    "raw": [b"1", b"2"],
}


def fault(data: bytes) -> object:
    found = convert(data, "")
    return found["fault"] if isinstance(found, dict) else found


def written(write: Any) -> bytes:
    out = io.BytesIO()
    write(pa.table(COLUMNS), out)
    return out.getvalue()


@pytest.mark.parametrize(("write", "kind"), [(parquet.write_table, "parquet"), (feather.write_feather, "feather")])
def test_a_column_file_becomes_exact_text_without_what_no_cell_can_hold(write: Any, kind: str) -> None:
    found = convert(written(write), "")
    assert isinstance(found, tuple)
    text, report = found
    assert text == (
        b"i,f,short,at,day,s,d,b,len,c\n"
        b'1,0.1,0.1,2024-01-01T01:00:00,2024-01-02,"a,b",1.20,true,0h 1min 30s,x\n'
        b"1152921504606846977,,2,,,,,false,,y\n"
    )
    assert (report.kind, report.rows, report.columns, report.columns_left_out) == (kind, 3, 10, 2)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Berlin", "2024-07-01T14:00:00+02:00"),
        ("+05:30", "2024-07-01T17:30:00+05:30"),
        ("UTC", "2024-07-01T12:00:00+00:00"),
        ("Atlantis/Capital", "2024-07-01T12:00:00+00:00"),
    ],
)
def test_times_in_a_zone_are_written_with_their_distance_from_utc(zone: str, shown: str) -> None:
    out = io.BytesIO()
    parquet.write_table(pa.table({"at": pa.array([datetime(2024, 7, 1, 12), None], pa.timestamp("ns", zone))}), out)
    found = convert(out.getvalue(), "")
    assert isinstance(found, tuple)
    assert found[0] == f'at\n{shown}\n""\n'.encode()


@pytest.mark.parametrize(
    "packed", [CSV, gzipped(CSV), gzipped(CSV[:5]) + gzipped(CSV[5:]), zipped({"a/data.csv": CSV, "readme.md": b"x"})]
)
def test_text_is_passed_on_byte_for_byte_also_out_of_an_archive(packed: bytes) -> None:
    found = convert(packed, "")
    assert isinstance(found, tuple)
    assert (found[0], found[1].kind) == (CSV, "text")


@pytest.mark.parametrize("packed", [gzipped(BOOK), zipped({"book.xlsx": BOOK, "__MACOSX/._book.xlsx": b"x"})])
def test_a_workbook_in_an_archive_is_read_as_well(packed: bytes) -> None:
    found = convert(packed, "")
    assert isinstance(found, tuple)
    assert (found[0], found[1].kind) == (b"x\n1\n", "xlsx")


def encrypted_ods() -> bytes:
    return rewritten(ods([["x"]]), "META-INF/manifest.xml", b"</manifest:manifest>", b"<encryption-data/>")


def encrypted_zip() -> bytes:
    data = bytearray(zipped({"data.csv": CSV}))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flags] |= 1
    return bytes(data)


def encrypted_xlsx() -> bytes:
    name = "Workbook".encode("utf-16-le")
    return xls([["x"]]).replace(name + bytes(len(name)), ENCRYPTED_PACKAGE)


def encrypted_xls() -> bytes:
    return xls([["x"]]).replace(struct.pack("<HHH", 0xE1, 2, 0x04B0), struct.pack("<HHH", 0x2F, 2, 1))


@pytest.mark.parametrize("make", [encrypted_ods, encrypted_zip, encrypted_xlsx, encrypted_xls])
def test_what_needs_a_password_says_so(make: Any) -> None:
    assert fault(make()) == Fault.ENCRYPTED


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", Fault.NO_TABLE),
        (b" \n\n", Fault.NO_TABLE),
        (b"<html><p>Sign in first</p></html>", Fault.WEB_PAGE),
        (b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', Fault.WEB_PAGE),
        (b"%PDF-1.7 ...", Fault.UNKNOWN_FORMAT),
        (b"\x89PNG\r\n\x1a\n", Fault.UNKNOWN_FORMAT),
        (b"a\0b", Fault.UNKNOWN_FORMAT),
        (zipped({"[Content_Types].xml": b"", "word/document.xml": b""}), Fault.UNKNOWN_FORMAT),
        (zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}), Fault.UNKNOWN_FORMAT),
        (gzipped(gzipped(CSV)), Fault.UNKNOWN_FORMAT),
        (zipped({"readme.md": b"x"}), Fault.NO_TABLE),
        (zipped({"a.csv": CSV, "b.csv": CSV}), Fault.SEVERAL_TABLES),
        (BOOK[: len(BOOK) // 2], Fault.CORRUPT),
        (gzipped(CSV)[:-9], Fault.CORRUPT),
        (b"PAR1" + bytes(100) + b"PAR1", Fault.CORRUPT),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000), Fault.CORRUPT),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(data: bytes, why: Fault) -> None:
    assert fault(data) == why


def test_a_web_page_with_a_table_under_the_name_of_a_workbook_is_text() -> None:
    page = b"<html><style>" + b"td {}" * 4_000 + b"</style><TABLE><tr><td>1</td></tr></table></html>"
    assert convert(page, "") == (page, Report("text"))


def test_what_archives_hold_beside_their_table_is_left_alone() -> None:
    beside = {"README.txt": b"Thanks.", "Metadata_Country_X.csv": CSV, "data.csv": CSV}
    assert convert(zipped(beside), "") == (CSV, Report("text"))
    assert convert(zipped({"readme.txt": CSV}), "") == (CSV, Report("text"))


def bomb_of_gzip() -> bytes:
    return gzipped(bytes(b"a,b\n" * (10 * MIB)))


def bomb_in_a_zip() -> bytes:
    return zipped({"data.csv": b"a,b\n" * (10 * MIB)})


def bomb_in_a_workbook() -> bytes:
    out = io.BytesIO(BOOK)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet2.xml", bytes(40 * MIB))
    return out.getvalue()


def bomb_of_rows() -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.table({"x": pa.array([0], pa.int8()).take(pa.array([0] * 1_100_000))}), out)
    return out.getvalue()


@pytest.mark.parametrize("make", [bomb_of_gzip, bomb_in_a_zip, bomb_in_a_workbook, bomb_of_rows])
def test_what_unpacks_to_far_more_than_it_is_is_refused(make: Any) -> None:
    assert len(make()) < MIB
    assert fault(make()) == Fault.TOO_LARGE


def test_every_fault_has_a_sentence_for_people() -> None:
    assert set(SENTENCES) == set(Fault)
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
