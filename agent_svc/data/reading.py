"""Reading: the choices of a user that overrule what the reader would decide."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from agent_svc.data.choices import (
    DateOrder,
    DecimalMark,
    Delimiter,
    Gaps,
    HeaderRow,
    Kept,
    MissingWords,
    Mojibake,
    Moment,
    Order,
    Quoting,
)
from agent_svc.data.column import ColumnType
from agent_svc.data.errors import UnknownChoiceError
from agent_svc.data.report import Subject

#: Encodings that are tried on bytes that are not Unicode, the likeliest first.
LEGACY_ENCODINGS: Final = ("cp1252", "cp1250", "cp1251", "cp1253", "gb18030", "shift_jis", "big5", "euc_kr")
#: Those of DOS, Mac OS, Unix and single languages: they are taken where their text is clearly better, and to choose.
RARE_ENCODINGS: Final = (
    "cp1254",
    "koi8-r",
    "cp866",
    "iso8859-2",
    "cp1257",
    "cp850",
    "mac-roman",
    "iso8859-15",
    "cp1255",
    "cp1256",
    "cp874",
)
_UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")

_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """The choices for one column; None leaves the decision to the reader."""

    type: ColumnType | None = None
    decimal: DecimalMark | None = None
    date_order: DateOrder | None = None
    missing: MissingWords | None = None
    order: Order | None = None
    gaps: Gaps | None = None
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices for one table; None leaves the decision to the reader.

    A choice for the whole table holds for every column that has none of its own. Columns go by their name
    in `data.csv`.
    """

    encoding: str | None = None  # a codec name; for bytes only
    mojibake: Mojibake | None = None
    comments: Kept | None = None
    quoting: Quoting | None = None
    delimiter: Delimiter | None = None
    table: int | None = None  # of several tables, from 1
    start: int | None = None  # the row that the table begins with, from 1
    header: HeaderRow | None = None
    footer: Kept | None = None
    totals: Kept | None = None
    decimal: DecimalMark | None = None
    date_order: DateOrder | None = None
    columns: Mapping[str, ColumnReading] = field(default_factory=lambda: MappingProxyType({}))

    def choose(self, subject: Subject, choice: str, column: str | None = None) -> Reading:
        """This reading with one decision flipped.

        A choice of `STRUCTURE` forgets the choices for columns, which belong to another table, and those that
        `forgotten_by` names.
        Errors: UnknownChoiceError for a value that the subject does not have, or a column where
        none (or one) is needed.
        """
        if subject in STRUCTURE or subject in _ROWS:
            if column is not None:
                raise UnknownChoiceError(f"The {subject} is chosen for the whole table; leave the column out.")
            return self._restructured(subject, choice)
        if column is None:
            return self._for_all(subject, choice)
        of_column = _with(self.columns.get(column, ColumnReading()), subject, choice)
        return replace(self, columns=MappingProxyType({**self.columns, column: of_column}))

    def of(self, column: str) -> ColumnReading:
        """The choices that hold for this column."""
        own = self.columns.get(column, ColumnReading())
        return replace(own, decimal=own.decimal or self.decimal, date_order=own.date_order or self.date_order)

    def of_all(self) -> Reading:
        """This reading without the choices for single columns."""
        return replace(self, columns=MappingProxyType({}))

    def _restructured(self, subject: Subject, choice: str) -> Reading:
        kept = self if subject in _ROWS else replace(self, columns=MappingProxyType({}))
        forgotten = dict.fromkeys(one.value for one in forgotten_by(subject))
        return replace(kept, **{**forgotten, subject.value: _structural(subject, choice)})  # type: ignore[arg-type]

    def _for_all(self, subject: Subject, choice: str) -> Reading:
        if subject is Subject.DECIMAL:
            return replace(self, decimal=_parse(DecimalMark, subject, choice))
        if subject is Subject.DATE_ORDER:
            return replace(self, date_order=_parse(DateOrder, subject, choice))
        raise UnknownChoiceError(f"The {subject} is chosen for one column; name the column.")


#: What is decided before there are columns, in this order.
STRUCTURE: Final = (
    Subject.ENCODING,
    Subject.MOJIBAKE,
    Subject.COMMENTS,
    Subject.QUOTING,
    Subject.DELIMITER,
    Subject.TABLE,
    Subject.START,
    Subject.HEADER,
)
_ROWS = (Subject.FOOTER, Subject.TOTALS)
_PLACES = (Subject.TABLE, Subject.START)


def forgotten_by(subject: Subject) -> tuple[Subject, ...]:
    """The choices of a place in the text that no longer hold when this one is flipped."""
    if subject not in STRUCTURE:
        return ()
    return tuple(place for place in _PLACES if STRUCTURE.index(place) > STRUCTURE.index(subject))


_ENUMS: Final[Mapping[Subject, type[StrEnum]]] = MappingProxyType(
    {
        Subject.MOJIBAKE: Mojibake,
        Subject.COMMENTS: Kept,
        Subject.QUOTING: Quoting,
        Subject.DELIMITER: Delimiter,
        Subject.HEADER: HeaderRow,
        Subject.FOOTER: Kept,
        Subject.TOTALS: Kept,
    }
)


def _structural(subject: Subject, choice: str) -> str | int:
    if subject is Subject.ENCODING:
        return _codec(choice)
    if subject in _PLACES:
        return place_number(subject, choice)
    return _parse(_ENUMS[subject], subject, choice)


def place_text(subject: Subject, number: int) -> str:
    """`table 2` or `row 5`, as a report and a reading name a place."""
    return f"{'table' if subject is Subject.TABLE else 'row'} {number}"


def place_number(subject: Subject, choice: str) -> int:
    """The number in `table 2` or `row 5`. Raises UnknownChoiceError."""
    word, _, digits = choice.partition(" ")
    if place_text(subject, 0).split()[0] != word or not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise UnknownChoiceError(f"“{choice[:40]}” is no {subject}; choose one such as “{place_text(subject, 1)}”.")
    return int(digits)


def _with(column: ColumnReading, subject: Subject, choice: str) -> ColumnReading:
    if subject is Subject.TYPE:
        return replace(column, type=_parse(ColumnType, subject, choice))
    if subject is Subject.DECIMAL:
        return replace(column, decimal=_parse(DecimalMark, subject, choice))
    if subject is Subject.DATE_ORDER:
        return replace(column, date_order=_parse(DateOrder, subject, choice))
    if subject is Subject.ORDER:
        return replace(column, order=_parse(Order, subject, choice))
    if subject is Subject.GAPS:
        return replace(column, gaps=_parse(Gaps, subject, choice))
    if subject is Subject.MOMENT:
        return replace(column, moment=_parse(Moment, subject, choice))
    return replace(column, missing=_parse(MissingWords, subject, choice))


def _parse(choices: type[_Choice], subject: Subject, choice: str) -> _Choice:
    try:
        return choices(choice)
    except ValueError:
        known = ", ".join(f"“{one}”" for one in choices)
        raise UnknownChoiceError(f"“{choice}” is no {subject}; choose one of {known}.") from None


def _codec(name: str) -> str:
    """The name that Python gives the encoding; only those that hold tables, since a codec may do anything."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        codec = ""
    possible = _UNICODE + LEGACY_ENCODINGS + RARE_ENCODINGS
    if codec not in possible:
        known = ", ".join(possible)
        raise UnknownChoiceError(f"“{name}” is no known encoding; choose one of {known}.")
    return codec
