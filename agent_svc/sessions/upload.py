"""The upload: a file that holds a table, as text or in a form that has to be converted first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import PurePosixPath
from typing import Final, Protocol

from agent_svc.data import FILE
from agent_svc.errors import InvalidError, TooLongError
from agent_svc.tables import ConversionNote, Converted, SheetChoice
from plotlane_kit.caller import Caller
from plotlane_kit.errors import Violation

MAX_NAME: Final = 255
MAX_SHEET: Final = 255
TEXT_ENDINGS: Final = (".csv", ".tsv", ".tab", ".txt", ".dat", ".json", ".jsonl", ".ndjson")
CONVERTED_ENDINGS: Final = (
    *(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".parquet", ".feather", ".arrow", ".gz", ".zip"),
)
#: First bytes of what is no text, whatever the name says.
_PACKED: Final = (b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"PAR1", b"ARROW1")


class FileConverter(Protocol):
    """Converts files in a sandbox, for one caller."""

    async def convert(self, file: bytes, name: str, sheet: str = "") -> Converted | SheetChoice:
        """The table in `file` (at most 10 MiB), or the sheets to choose from.

        Raises `FileRefusedError` or `FileTooLargeError` for what is no table, and PlotlaneError when that is not known.
        """


Converters = Callable[[Caller], FileConverter]


def file_name(name: str) -> str:
    """The last part of an uploaded name. Raises `InvalidError` for one that no file has."""
    last = PurePosixPath(name.replace("\\", "/")).name
    if not last or len(last) > MAX_NAME or not last.isprintable():
        raise InvalidError(violations=[Violation("file_name", f"takes the name of a file, 1 to {MAX_NAME} characters")])
    return last


async def whole_file(name: str, chunks: AsyncIterator[bytes]) -> bytes:
    """All of an upload. Raises `TooLongError` as soon as it is longer than a file may be, `InvalidError` when empty."""
    data = bytearray()
    async for chunk in chunks:
        data += chunk
        if len(data) > FILE.size_bytes:
            limit = FILE.size_bytes // 1024**2
            text = f"{name} is larger than {limit} MB; keep the rows and columns that you need, then upload it again."
            raise TooLongError(text, metadata={"limit": str(FILE.size_bytes)})
    if not data:
        raise InvalidError(f"{name} is empty; choose a file that holds a table.")
    return bytes(data)


def needs_conversion(name: str, data: bytes) -> bool:
    """Whether the file is no text: by its first bytes, else by the ending of its name."""
    return data.startswith(_PACKED) or name.lower().endswith(CONVERTED_ENDINGS)


def read_name(name: str) -> str:
    """The name under which the table of a file is read: its own for text, packed or not, else one of a CSV."""
    plain = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    return plain if plain.lower().endswith(TEXT_ENDINGS) else "table.csv"


def notes_of(note: ConversionNote) -> Iterator[str]:
    """What a conversion took and could not keep, one sentence each."""
    if note.sheet:
        yield f"The sheet “{note.sheet}” was read."
    if note.error_cells:
        cells = "1 cell with an error" if note.error_cells == 1 else f"{note.error_cells:,} cells with errors"
        yield f"{cells}, such as #N/A or #DIV/0!, left empty."
    if note.uncalculated_cells:
        cells = (
            "1 cell holds a formula"
            if note.uncalculated_cells == 1
            else f"{note.uncalculated_cells:,} cells hold formulas"
        )
        yield f"{cells} that no program has computed, left empty. Open the file in a spreadsheet program and save it."
    if note.hidden_rows:
        rows = "1 hidden row is" if note.hidden_rows == 1 else f"{note.hidden_rows:,} hidden rows are"
        yield f"{rows} read as the others are; where a filter hides them, copy what it shows into a new sheet."
    if note.merged_ranges:
        ranges = "1 merged range" if note.merged_ranges == 1 else f"{note.merged_ranges:,} merged ranges"
        yield f"{ranges} of cells: the value stands in the first of them, or in all where it names rows or columns."
    if note.header_rows > 1:
        yield f"The names are joined from the first {note.header_rows} rows."
    if note.durations:
        cells = "1 cell is a length" if note.durations == 1 else f"{note.durations:,} cells are lengths"
        yield f"{cells} of time, as the file says, and no time of the day."
    if note.columns_left_out:
        columns = "1 column" if note.columns_left_out == 1 else f"{note.columns_left_out:,} columns"
        yield f"{columns} of lists, records or raw bytes left out."
    if note.kind == "xlsb":
        yield "Percent and money of an xlsb file are read as bare numbers (35% as 0.35); save it as xlsx to keep them."
