"""Errors of the data layer: why a table or a reading is refused, where, and the remedy."""

from __future__ import annotations

from typing import Self

from plotlane_kit.errors import PlotlaneError, Reason


def _refused(text: str, remedy: str) -> str:
    return f"{text}. {remedy}."


class TableError(PlotlaneError):
    """The table could not be read; paste a header row with at least one row of values below it.

    `metadata` carries what is known of `row`, `column`, `measured`, `limit` and `remedy`, as text.
    """

    reason = Reason.UNPARSEABLE

    @classmethod
    def at(cls, text: str, remedy: str, **place: object) -> Self:
        """The error for `text` (what was wrong, where) with its remedy; neither ends in a full stop."""
        known = {key: str(value) for key, value in place.items() if value is not None}
        return cls(_refused(text, remedy), metadata={**known, "remedy": remedy})


class EmptyPasteError(TableError):
    """There is nothing to read: the paste is empty. Paste a header row with at least one row of values below it."""


class NoRowsError(TableError):
    """There are no values: the table has a header and nothing below it. Paste the rows along with their header."""


class NulCharacterError(TableError):
    """The text holds a NUL character, so it is not a table of text. Export the data as CSV and paste that."""


class NotTextError(TableError):
    """The file is no text. Export the table as CSV in UTF-8 and try again."""


class MarkupError(TableError):
    """The text is markup and not a table. Copy the table itself, or export it as CSV."""


class UndecodableError(TableError):
    """The encoding of the file cannot be told. Choose it, or save the file as UTF-8 and try again."""


class RaggedRowError(TableError):
    """A row has more cells than the table has columns. Quote the cells that contain the delimiter."""


class OpenQuoteError(TableError):
    """A quote is opened and never closed. Close it, or double the quotes that belong to the text."""


class JsonTableError(TableError):
    """The JSON is not a table. Use a list of flat records, or one object with a list of values for each column."""


class TableTooBigError(TableError):
    """The table is over a limit. Paste fewer rows or columns."""

    reason = Reason.TOO_LONG

    @classmethod
    def over(cls, what: str, measured: int, limit: int, remedy: str, **place: object) -> Self:
        """The error for `what` (a unit in the plural), measured above its limit."""
        text = f"The table has {measured:,} {what}; the limit is {limit:,}"
        return cls.at(text, remedy, measured=measured, limit=limit, **place)


class CellTooLongError(TableTooBigError):
    """A cell is longer than the limit. Shorten it, or leave its column out."""


class UnknownChoiceError(PlotlaneError):
    """This decision cannot be flipped that way; choose one of the alternatives that its report lists."""

    reason = Reason.INVALID
