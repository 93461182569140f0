"""Choices: the values that the decisions of a reading can have."""

from __future__ import annotations

from enum import StrEnum


class Delimiter(StrEnum):
    """What stands between two cells."""

    COMMA = "comma"
    TAB = "tab"
    SEMICOLON = "semicolon"
    PIPE = "pipe"
    CARET = "caret"
    TILDE = "tilde"
    WIDE_COMMA = "wide comma"  # of Chinese, as the two others
    WIDE_SEMICOLON = "wide semicolon"
    COLON = "colon"
    WIDE_COLON = "wide colon"
    SPACE = "space"  # any number of them
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
    Delimiter.CARET: "^",
    Delimiter.TILDE: "~",
    Delimiter.WIDE_COMMA: "，",
    Delimiter.WIDE_SEMICOLON: "；",
    Delimiter.COLON: ":",
    Delimiter.WIDE_COLON: "：",
    Delimiter.SPACE: " ",
    Delimiter.NONE: "\x1f",
}


class Quoting(StrEnum):
    """How cells that contain a delimiter are quoted."""

    DOUBLED = "doubled"  # double quotes; two of them are one inside
    BACKSLASH = "backslash"  # double quotes; a backslash takes the next character as it is
    SINGLE = "single"  # single quotes; two of them are one inside
    NONE = "none"  # quotes are characters like any other

    @property
    def character(self) -> str | None:
        """The quote, or None."""
        return {Quoting.SINGLE: "'", Quoting.NONE: None}.get(self, '"')


class HeaderRow(StrEnum):
    """Which rows name the columns."""

    FIRST = "first row"
    TWO = "first two rows"
    THREE = "first three rows"
    FOUR = "first four rows"
    NONE = "none"

    @property
    def rows(self) -> int:
        """How many rows they are."""
        return (HeaderRow.NONE, HeaderRow.FIRST, HeaderRow.TWO, HeaderRow.THREE, HeaderRow.FOUR).index(self)


class Kept(StrEnum):
    """Whether lines that seem to be no rows of the table (comments, footnotes, totals) are rows all the same."""

    LEFT_OUT = "left out"
    KEPT = "kept"


class Mojibake(StrEnum):
    """Whether text that was once read in a wrong encoding is repaired."""

    REPAIRED = "repaired"
    AS_WRITTEN = "as written"


class Order(StrEnum):
    """How the names of months, weekdays or quarters are ordered."""

    NATURAL = "natural"  # as the calendar has them
    AS_WRITTEN = "as written"  # the column is text without an order


class DecimalMark(StrEnum):
    """What stands before the decimals; the other one may group thousands."""

    POINT = "point"
    COMMA = "comma"

    @property
    def character(self) -> str:
        """The character."""
        return "." if self is DecimalMark.POINT else ","


class DateOrder(StrEnum):
    """What comes first in a date of three numbers."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    YEAR_FIRST = "year first"  # where the year has two digits, and may stand in front or behind


class MissingWords(StrEnum):
    """What words such as `NA` and `-`, and numbers such as -9999 among measurements, stand for."""

    MISSING = "missing"
    TEXT = "text"  # for themselves: the column is text where they are words
    NUMBER = "number"  # the numbers for themselves; words are missing


class Moment(StrEnum):
    """Whether the times of day in another column are a part of the days in this one."""

    JOINED = "joined"
    AS_WRITTEN = "as written"


class Gaps(StrEnum):
    """What empty cells below a text mean that stands in the first row of its group alone."""

    FILLED = "filled"  # the text above holds on, as under merged cells
    AS_WRITTEN = "as written"  # they are missing
