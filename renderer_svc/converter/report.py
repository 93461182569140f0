"""The report: what the converter says of its work, one JSON object beside the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Report:
    """What was read, and what could not be kept as it was."""

    kind: str = ""  #: what the file is: xlsx, xlsb, xls, ods, parquet, feather or text
    sheet: str = ""  #: the sheet that was taken
    rows: int = 0  #: of the table, its header included; 0 for text, which is passed on as it is
    columns: int = 0
    error_cells: int = 0  #: #N/A, #DIV/0! and the like, which are missing values now
    merged_ranges: int = 0
    header_rows: int = 1  #: rows that became the one header
    durations: int = 0  #: cells that are lengths of time, as 25h 30min
    columns_left_out: int = 0  #: lists, records and raw bytes, which no cell can hold
    uncalculated_cells: int = 0  #: formulas of xlsx that no program has computed, which are missing values
    hidden_rows: int = 0  #: of xlsx, which are read as the others are
