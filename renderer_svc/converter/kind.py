"""The kind of a file, told by its content: the name that it was given says nothing."""

from __future__ import annotations

import io
import zipfile
from enum import StrEnum
from typing import Final

from renderer_svc.converter.bounds import ENTRIES
from renderer_svc.converter.fault import Fault, Refused

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_BINARY: Final = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ", b"7z\xbc\xaf", b"Rar!", b"SQLite")
_MARKUP: Final = (b"<!doctype", b"<html", b"<?xml", b"<table", b"<meta")
_ODS: Final = b"application/vnd.oasis.opendocument.spreadsheet"
_SAMPLE: Final = 8192
_PAGE_HEAD: Final = 1 << 18  # bytes: styles stand above the table
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_ENCRYPTED_PACKAGE: Final = "EncryptedPackage".encode("utf-16-le")


class Kind(StrEnum):
    """What a file is."""

    XLSX = "xlsx"
    XLSB = "xlsb"
    XLS = "xls"
    ODS = "ods"
    PARQUET = "parquet"
    FEATHER = "feather"
    GZIP = "gzip"
    ZIP = "zip"
    TEXT = "text"


def kind_of(data: bytes) -> Kind:
    """What `data` is. Raises `Refused` for what is no table, encrypted or damaged."""
    if not data.strip():
        raise Refused(Fault.NO_TABLE)
    if data.startswith(_ZIP):
        return _zip_kind(data)
    if data.startswith(_OLE):
        if _ENCRYPTED_PACKAGE in data:  # a workbook of today, wrapped whole into an encrypted stream
            raise Refused(Fault.ENCRYPTED)
        return Kind.XLS
    if data.startswith(b"\x1f\x8b"):
        return Kind.GZIP
    if data.startswith(b"PAR1"):
        return Kind.PARQUET
    if data.startswith(b"PARE"):
        raise Refused(Fault.ENCRYPTED)
    if data.startswith((b"ARROW1", b"FEA1")):
        return Kind.FEATHER
    return _text(data)


def _zip_kind(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            names = {entry.filename for entry in entries}
            if len(entries) > ENTRIES:
                raise Refused(Fault.TOO_LARGE)
            if "xl/workbook.bin" in names:
                return Kind.XLSB
            if "[Content_Types].xml" in names:
                if any(name.startswith("xl/") for name in names):
                    return Kind.XLSX
                raise Refused(Fault.UNKNOWN_FORMAT)  # a text document or slides
            if "mimetype" in names:
                with archive.open("mimetype") as file:
                    told = file.read(256)
                return _open_document(archive, told)
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
        raise Refused(Fault.CORRUPT) from error
    return Kind.ZIP


def _open_document(archive: zipfile.ZipFile, told: bytes) -> Kind:
    if not told.startswith(_ODS):
        raise Refused(Fault.UNKNOWN_FORMAT)
    if "META-INF/manifest.xml" in archive.namelist():
        with archive.open("META-INF/manifest.xml") as file:
            if b"encryption-data" in file.read(1 << 20):
                raise Refused(Fault.ENCRYPTED)
    return Kind.ODS


def _text(data: bytes) -> Kind:
    sample = data[:_SAMPLE]
    opening = sample.removeprefix(b"\xef\xbb\xbf").lstrip()[:16].lower()
    if opening.startswith(_MARKUP):
        if opening.startswith(b"<?xml") or b"<table" not in data[:_PAGE_HEAD].lower():
            raise Refused(Fault.WEB_PAGE)
        return Kind.TEXT  # many programs call the page with a table that they write a workbook
    if sample.startswith(_BINARY):
        raise Refused(Fault.UNKNOWN_FORMAT)
    if b"\0" in sample and not sample.startswith(_UTF16):
        raise Refused(Fault.UNKNOWN_FORMAT)
    return Kind.TEXT
