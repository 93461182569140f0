"""Binary: files that are no text, told by their first bytes or by NUL characters."""

from __future__ import annotations

from typing import Final

from agent_svc.data.errors import NotTextError, NulCharacterError

_SAVE = "Export the table as CSV in UTF-8"
#: First bytes, what they begin, and what to do instead.
_KINDS: Final = (
    (b"\x89PNG", "a PNG picture", _SAVE),
    (b"\xff\xd8\xff", "a JPEG picture", _SAVE),
    (b"GIF8", "a GIF picture", _SAVE),
    (b"%PDF-", "a PDF document", _SAVE),
    (b"PK\x03\x04", "a ZIP archive, as Excel workbooks are", "Give the file its own ending (.xlsx, .ods, .zip)"),
    (b"PK\x05\x06", "an empty ZIP archive", _SAVE),
    (b"\xd0\xcf\x11\xe0", "an old Office document, such as an Excel workbook", "Give the file its own ending (.xls)"),
    (b"\x1f\x8b", "a gzip archive", "Give the file its own ending (.csv.gz)"),
    (b"PAR1", "a Parquet file", "Give the file its own ending (.parquet)"),
    (b"ARROW1", "a Feather file", "Give the file its own ending (.feather)"),
    (b"SQLite format 3\0", "an SQLite database", _SAVE),
)


def refuse_binary(raw: bytes) -> None:
    """Errors: NotTextError for bytes that begin as a known kind of binary file does."""
    for start, kind, remedy in _KINDS:
        if raw.startswith(start):
            raise NotTextError.at(f"The file is {kind} and no text", remedy)


def refuse_nul(text: str) -> None:
    """Errors: NulCharacterError with the place of the first one."""
    at = text.find("\0")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise NulCharacterError.at(
            f"Line {line} holds a NUL character at position {at - text.rfind(chr(10), 0, at)}, "
            "so this is not a table of text",
            "Export the data as CSV in UTF-8 and paste that",
            row=line,
        )
