"""Reading: the choices of a user that overrule what the reader would decide."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from agent_svc.data.column import ColumnType
from agent_svc.data.errors import UnknownChoiceError
from agent_svc.data.report import Subject

#: Encodings that are tried on bytes that are not Unicode, the likeliest first.
LEGACY_ENCODINGS: Final = ("cp1252", "cp1250", "cp1251", "cp1253", "gb18030", "shift_jis", "big5", "euc_kr")
_UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")

_Choice = TypeVar("_Choice", bound=StrEnum)


class Delimiter(StrEnum):
    """What stands between two cells."""

    COMMA = "comma"
    TAB = "tab"
    SEMICOLON = "semicolon"
    PIPE = "pipe"
    NONE = "none"  # one column

    @property
    def character(self) -> str:
        """The character; for one column it is one that no decoded text contains."""
        return _CHARACTERS[self]


_CHARACTERS = {
    Delimiter.COMMA: ",",
    Delimiter.TAB: "\t",
    Delimiter.SEMICOLON: ";",
    Delimiter.PIPE: "|",
    Delimiter.NONE: "\x1f",
}


class HeaderRow(StrEnum):
    """Whether the first row names the columns."""

    FIRST = "first row"
    NONE = "none"


class DecimalMark(StrEnum):
    """What stands before the decimals; the other one may group thousands."""

    POINT = "point"
    COMMA = "comma"


class DateOrder(StrEnum):
    """What comes first in a date of three numbers that ends in the year."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"


class MissingWords(StrEnum):
    """Whether words such as `NA` and `-` in a text column are missing values."""

    MISSING = "missing"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """The choices for one column; None leaves the decision to the reader."""

    type: ColumnType | None = None
    decimal: DecimalMark | None = None
    date_order: DateOrder | None = None
    missing: MissingWords | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices for one table; None leaves the decision to the reader.

    A choice for the whole table holds for every column that has none of its own. Columns go by their name
    in `data.csv`.
    """

    encoding: str | None = None  # a codec name; for bytes only
    delimiter: Delimiter | None = None
    header: HeaderRow | None = None
    decimal: DecimalMark | None = None
    date_order: DateOrder | None = None
    columns: Mapping[str, ColumnReading] = field(default_factory=lambda: MappingProxyType({}))

    def choose(self, subject: Subject, choice: str, column: str | None = None) -> Reading:
        """This reading with one decision flipped.

        A choice of encoding, delimiter or header forgets the choices for columns, which belong to another table.
        Errors: UnknownChoiceError for a value that the subject does not have, or a column where
        none (or one) is needed.
        """
        if subject in _STRUCTURE:
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

    def _restructured(self, subject: Subject, choice: str) -> Reading:
        bare = replace(self, columns=MappingProxyType({}))
        if subject is Subject.ENCODING:
            return replace(bare, encoding=_codec(choice))
        if subject is Subject.DELIMITER:
            return replace(bare, delimiter=_parse(Delimiter, subject, choice))
        return replace(bare, header=_parse(HeaderRow, subject, choice))

    def _for_all(self, subject: Subject, choice: str) -> Reading:
        if subject is Subject.DECIMAL:
            return replace(self, decimal=_parse(DecimalMark, subject, choice))
        if subject is Subject.DATE_ORDER:
            return replace(self, date_order=_parse(DateOrder, subject, choice))
        raise UnknownChoiceError(f"The {subject} is chosen for one column; name the column.")


_STRUCTURE = frozenset({Subject.ENCODING, Subject.DELIMITER, Subject.HEADER})


def _with(column: ColumnReading, subject: Subject, choice: str) -> ColumnReading:
    if subject is Subject.TYPE:
        return replace(column, type=_parse(ColumnType, subject, choice))
    if subject is Subject.DECIMAL:
        return replace(column, decimal=_parse(DecimalMark, subject, choice))
    if subject is Subject.DATE_ORDER:
        return replace(column, date_order=_parse(DateOrder, subject, choice))
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
    if codec not in _UNICODE + LEGACY_ENCODINGS:
        known = ", ".join(_UNICODE + LEGACY_ENCODINGS)
        raise UnknownChoiceError(f"“{name}” is no known encoding; choose one of {known}.")
    return codec
