"""The converter's beginning and end: `upload` and `order.json` in, `report.json` and `table.csv` (or nothing) out."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from renderer_svc.converter import unpack
from renderer_svc.converter.bounds import TEXT_BYTES
from renderer_svc.converter.columns import convert_columns
from renderer_svc.converter.fault import Fault, Refused
from renderer_svc.converter.kind import Kind, kind_of
from renderer_svc.converter.report import Report
from renderer_svc.converter.workbook import Sheets, convert_workbook

UPLOAD: Final = "upload"
ORDER: Final = "order.json"
TABLE: Final = "table.csv"
REPORT: Final = "report.json"
_PACKED: Final = (Kind.GZIP, Kind.ZIP)
_WITHOUT_SHEETS: Final = (Kind.TEXT, Kind.PARQUET, Kind.FEATHER)


def main() -> None:
    """Convert the file in the current folder. Whatever the file does to its reader, there is a report."""
    wanted = json.loads(Path(ORDER).read_text(encoding="utf-8"))["sheet"]
    said = convert(Path(UPLOAD).read_bytes(), wanted)
    table = b""
    if isinstance(said, tuple):
        table, report = said
        said = asdict(report)
    Path(TABLE).write_bytes(table)
    Path(REPORT).write_text(json.dumps(said), encoding="utf-8")


def convert(data: bytes, wanted: str) -> tuple[bytes, Report] | dict[str, Any]:
    """The table of `data` with its report; else {"fault": ...} or {"sheets": [...]}."""
    report = Report()
    try:
        return _table(data, wanted, report), report
    except Sheets as several:
        return {"sheets": several.names}
    except Refused as refused:
        return {"fault": refused.fault.value}
    except MemoryError:
        return {"fault": Fault.TOO_LARGE.value}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a reader that a damaged file has thrown off its path; panics of Rust are no Exception
        return {"fault": Fault.CORRUPT.value}


def _table(data: bytes, wanted: str, report: Report) -> bytes:
    kind = kind_of(data)
    if kind in _PACKED:
        data = unpack.gunzip(data) if kind is Kind.GZIP else unpack.only_table(data)
        kind = kind_of(data)
        if kind in _PACKED:  # nobody packs a table twice
            raise Refused(Fault.UNKNOWN_FORMAT)
    report.kind = kind.value
    if wanted and kind in _WITHOUT_SHEETS:
        raise Refused(Fault.NO_SUCH_SHEET)
    if kind is Kind.TEXT:
        if len(data) > TEXT_BYTES:
            raise Refused(Fault.TOO_LARGE)
        return data
    text = (
        convert_columns(data, kind, report)
        if kind in (Kind.PARQUET, Kind.FEATHER)
        else convert_workbook(data, kind, wanted, report)
    )
    report.rows, report.columns = text.rows, text.columns
    return text.data()
