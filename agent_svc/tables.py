"""Tables made in a sandbox: files that are converted, data code that runs, and what came of either."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from agent_svc.pipeline.render import LimitHit, Outcome, ScriptError
from plotlane_kit.errors import PlotlaneError, Reason


@dataclass(frozen=True, slots=True)
class DataJob:
    """A script of pandas. `job_id` is a UUID, unique per content; `timeout_s` is at most 60."""

    job_id: str
    source: str
    data: bytes  #: data.csv
    timeout_s: float


@dataclass(frozen=True, slots=True)
class DataOutcome:
    """How data code went. `table` is the new data.csv as the script wrote it; empty unless it is OK."""

    outcome: Outcome
    table: bytes = b""
    exit_code: int = 0
    limit: LimitHit | None = None
    error: ScriptError | None = None
    stdout: str = ""
    stderr: str = ""
    wall_ms: int = 0


@dataclass(frozen=True, slots=True)
class FileJob:
    """An uploaded file. `job_id` is a UUID, unique per content; an empty `sheet` is the only one with values."""

    job_id: str
    data: bytes  #: at most 10 MiB
    name: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class ConversionNote:
    """What was read of a file, and what could not be kept as it was; counts are of the sheet that was taken."""

    kind: str  #: xlsx, xlsb, xls, ods, parquet, feather, or text, which is passed on as it is
    sheet: str = ""
    rows: int = 0  #: the header included
    columns: int = 0
    error_cells: int = 0  #: #N/A, #DIV/0! and the like, which are missing values now
    merged_ranges: int = 0
    header_rows: int = 1
    durations: int = 0  #: lengths of time, as 25h 30min
    columns_left_out: int = 0  #: lists, records and raw bytes
    uncalculated_cells: int = 0  #: formulas that no program has computed, which are missing values
    hidden_rows: int = 0  #: which are read as the others are


@dataclass(frozen=True, slots=True)
class Converted:
    """A file as the text of a table; bytes in the file's own encoding when it was text, UTF-8 otherwise."""

    table: bytes
    note: ConversionNote = field(default_factory=lambda: ConversionNote("text"))


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """The file holds several sheets with values: one must be chosen, by name."""

    names: tuple[str, ...]


class FileRefusedError(PlotlaneError):
    """This file cannot be read as a table; save it as CSV and try again.

    Metadata: `fault` (unknown_format, web_page, encrypted, corrupt, no_table, several_tables, no_such_sheet,
    reader_missing, or timeout).
    """

    reason = Reason.UNPARSEABLE


class FileTooLargeError(PlotlaneError):
    """Unpacked, this file is too large; keep the rows and columns that you need.

    Metadata: `fault` (too_large).
    """

    reason = Reason.TOO_LONG


class TableClient(Protocol):
    """Whatever makes tables once a slot is paid for."""

    async def run_data(self, job: DataJob, lease_id: str, token: int, renderer: str = "") -> DataOutcome:
        """Run `job` to its end at `renderer`, or at any when it is empty; stops it when cancelled."""

    async def convert(self, job: FileJob, lease_id: str, token: int, renderer: str = "") -> Converted | SheetChoice:
        """Convert a file. Raises `FileRefusedError` or `FileTooLargeError`; stops it when cancelled."""
