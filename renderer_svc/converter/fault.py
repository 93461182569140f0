"""The fault: the closed set of reasons why a file is not turned into a table, each with its sentence for people."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Fault(StrEnum):
    """Why there is no table."""

    UNKNOWN_FORMAT = "unknown_format"
    WEB_PAGE = "web_page"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    TOO_LARGE = "too_large"
    NO_TABLE = "no_table"
    SEVERAL_TABLES = "several_tables"
    NO_SUCH_SHEET = "no_such_sheet"
    READER_MISSING = "reader_missing"


SENTENCES: Final = {
    Fault.UNKNOWN_FORMAT: (
        "This is no table that can be read. Use CSV, Excel (xlsx, xlsm, xls), OpenDocument (ods), Parquet or Feather."
    ),
    Fault.WEB_PAGE: (
        "This is a web page without a table, or an XML text. Open it in a spreadsheet program and save it as xlsx."
    ),
    Fault.ENCRYPTED: "This file is protected with a password. Save it without one and try again.",
    Fault.CORRUPT: "This file is damaged or cut short. Open it in the program that made it and save it again.",
    Fault.TOO_LARGE: "Unpacked, this file is too large. Keep the rows and columns that you need, or save them as CSV.",
    Fault.NO_TABLE: "There are no values in this file. Save the sheet with its header and at least one row of values.",
    Fault.SEVERAL_TABLES: "This archive holds more than one table. Unpack it and use one of the files.",
    Fault.NO_SUCH_SHEET: "This workbook has no such sheet with values in it. Choose one of its sheets.",
    Fault.READER_MISSING: "This kind of file cannot be read here. Save it as CSV; an operator can add the reader.",
}


class Refused(Exception):
    """The file is refused for `fault`."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.value)
