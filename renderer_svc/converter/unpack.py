"""Unpacking: what lies in a gzip or zip file, never more of it than the bounds allow."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import IO, Final

from renderer_svc.converter.bounds import FREE_BYTES, MIB, RATIO, TEXT_BYTES, UNPACKED_BYTES
from renderer_svc.converter.fault import Fault, Refused

_TABLES: Final = frozenset(
    {".csv", ".tsv", ".txt", ".json", ".jsonl", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"}
    | {".parquet", ".feather", ".arrow"}
)
#: What archives hold beside their table: a word to the reader, a licence, and the World Bank's lists of what it holds.
_BESIDE: Final = re.compile(r"(?:read.?me|licen[cs]e|changelog|metadata_)[^/]*\.(?:txt|csv)$", re.IGNORECASE)
_ENCRYPTED_FLAG: Final = 0x1
_STEP: Final = MIB


def gunzip(data: bytes) -> bytes:
    """The content of a gzip file, of all its members. Raises `Refused`: too large, or damaged."""
    out = bytearray()
    rest = data
    while rest:
        member = zlib.decompressobj(wbits=31)
        try:
            while rest and not member.eof:
                out += member.decompress(rest, _STEP)
                _check_size(len(out), len(data))
                rest = member.unused_data if member.eof else member.unconsumed_tail
        except zlib.error as error:
            raise Refused(Fault.CORRUPT) from error
        if not member.eof:
            raise Refused(Fault.CORRUPT)
        rest = rest.lstrip(b"\0")  # padding of tapes and block devices
    return bytes(out)


def only_table(data: bytes) -> bytes:
    """The one table in a zip file. Raises `Refused`: none, several, encrypted, too large, damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            tables = [entry for entry in archive.infolist() if _is_table(entry)]
            tables = [entry for entry in tables if not _BESIDE.match(PurePosixPath(entry.filename).name)] or tables
            if len(tables) != 1:
                raise Refused(Fault.SEVERAL_TABLES if tables else Fault.NO_TABLE)
            if tables[0].flag_bits & _ENCRYPTED_FLAG:
                raise Refused(Fault.ENCRYPTED)
            with archive.open(tables[0]) as file:
                return _read(file, tables[0].compress_size)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise Refused(Fault.CORRUPT) from error


def check_parts(data: bytes) -> None:
    """Refuse a workbook whose parts say that they are bombs, or that they are encrypted.

    A part that lies about its size meets the sandbox's own limits.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Refused(Fault.CORRUPT) from error
    if any(part.flag_bits & _ENCRYPTED_FLAG for part in parts):
        raise Refused(Fault.ENCRYPTED)
    if sum(part.file_size for part in parts) > UNPACKED_BYTES:
        raise Refused(Fault.TOO_LARGE)
    for part in parts:
        if part.file_size > FREE_BYTES and part.file_size > RATIO * part.compress_size:
            raise Refused(Fault.TOO_LARGE)


def _is_table(entry: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(entry.filename)
    hidden = path.name.startswith(".") or "__MACOSX" in path.parts
    return not entry.is_dir() and not hidden and path.suffix.lower() in _TABLES


def _read(file: IO[bytes], packed: int) -> bytes:
    out = bytearray()
    while piece := file.read(_STEP):
        out += piece
        _check_size(len(out), packed)
    return bytes(out)


def _check_size(unpacked: int, packed: int) -> None:
    if unpacked > TEXT_BYTES or (unpacked > FREE_BYTES and unpacked > RATIO * packed):
        raise Refused(Fault.TOO_LARGE)
