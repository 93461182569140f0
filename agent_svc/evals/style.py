"""A style: how a table is written as text, the way a program of some country exports it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from agent_svc.evals.truth import Cell, Truth

_GERMAN = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
_ENGLISH = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class DateStyle(StrEnum):
    """How a day is written."""

    ISO = "iso"  # 2024-03-25
    GERMAN = "german"  # 25.03.2024
    BRITISH = "british"  # 25/03/2024
    AMERICAN = "american"  # 03/25/2024
    GERMAN_WORDS = "german words"  # 25. März 2024
    ENGLISH_WORDS = "english words"  # 25 Mar 2024

    def written(self, day: date) -> str:
        """`day` in this style."""
        match self:
            case DateStyle.ISO:
                return day.isoformat()
            case DateStyle.GERMAN:
                return f"{day:%d.%m.%Y}"
            case DateStyle.BRITISH:
                return f"{day:%d/%m/%Y}"
            case DateStyle.AMERICAN:
                return f"{day:%m/%d/%Y}"
            case DateStyle.GERMAN_WORDS:
                return f"{day.day}. {_GERMAN[day.month - 1]} {day.year}"
            case DateStyle.ENGLISH_WORDS:
                return f"{day.day} {_ENGLISH[day.month - 1]} {day.year}"

    @property
    def order(self) -> str:
        """What its numbers must be read as, when they can be taken for something else; else empty."""
        return {"german": "day first", "british": "day first", "american": "month first"}.get(self.value, "")


@dataclass(frozen=True, slots=True)
class Style:
    """How cells are written and separated."""

    delimiter: str = ","
    decimal_mark: str = "."
    dates: DateStyle = DateStyle.ISO
    missing: str = ""

    def written(self, truth: Truth) -> str:
        """The table as text, with a header."""
        target = io.StringIO()
        writer = csv.writer(target, delimiter=self.delimiter, lineterminator="\n")
        writer.writerow(truth.headers)
        writer.writerows([self._cell(cell) for cell in row] for row in truth.rows)
        return target.getvalue()

    def _cell(self, cell: Cell) -> str:
        match cell:
            case None:
                return self.missing
            case Decimal():
                return str(cell).replace(".", self.decimal_mark)
            case date():
                return self.dates.written(cell)
            case _:
                return cell
