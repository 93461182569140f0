"""The bounds: how large an upload may become once it is unpacked."""

from __future__ import annotations

from typing import Final

MIB: Final = 1024 * 1024

TEXT_BYTES: Final = 32 * MIB  # of the table that comes out
UNPACKED_BYTES: Final = 256 * MIB  # of all parts of one workbook together
FREE_BYTES: Final = 8 * MIB  # what any part may unpack to, whatever its ratio
RATIO: Final = 200  # unpacked to packed bytes; sheets of measured values reach 20, of one repeated value 100
ENTRIES: Final = 5_000  # parts of one archive
SHEETS: Final = 256
ROWS: Final = 1_048_576  # what a spreadsheet program can show
COLUMNS: Final = 1_024
