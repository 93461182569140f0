"""Report: what was decided while a table was read, on which evidence, and what was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_NAMED_ROWS = 5  # a notice names at most so many rows


class Subject(StrEnum):
    """What a decision is about."""

    ENCODING = "encoding"
    MOJIBAKE = "mojibake"
    COMMENTS = "comments"
    QUOTING = "quoting"
    DELIMITER = "delimiter"
    TABLE = "table"
    START = "start"
    HEADER = "header"
    FOOTER = "footer"
    TOTALS = "totals"
    TYPE = "column_type"
    DECIMAL = "decimal_mark"
    DATE_ORDER = "date_order"
    MISSING = "missing_words"
    ORDER = "order"
    GAPS = "gaps"
    MOMENT = "moment"


class Certainty(StrEnum):
    """How sure a decision is."""

    CERTAIN = "certain"  # nothing else reads the data, or the user chose it
    LIKELY = "likely"
    AMBIGUOUS = "ambiguous"  # the data fit an alternative as well; the user should look


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `chosen` and `alternatives` are values that `Reading.choose` takes for this subject and column."""

    subject: Subject
    chosen: str
    evidence: str  # one sentence
    certainty: Certainty
    alternatives: tuple[str, ...] = ()
    column: str | None = None  # None: it concerns the whole table

    @property
    def flippable(self) -> bool:
        """Whether another choice exists."""
        return bool(self.alternatives)


class NoticeKind(StrEnum):
    """Why a notice is given."""

    STRIPPED = "stripped"  # characters taken out of the text
    RENAMED = "renamed"  # a header changed
    PADDED = "padded"  # short rows filled up
    DROPPED = "dropped"  # empty rows or columns left out
    CONVERTED = "converted"  # values whose written form lost something (a time zone, a century)
    UNREADABLE = "unreadable"  # cells that do not fit the type
    AMBIGUOUS = "ambiguous"  # a decision that the user should look at


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing the user should know; `message` is complete in itself, rows count as in a spreadsheet, from 1."""

    kind: NoticeKind
    message: str
    column: str | None = None
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Every decision, structure first and then column by column."""

    decisions: tuple[Decision, ...]

    def find(self, subject: Subject, column: str | None = None) -> Decision | None:
        """The decision on this subject, or None when the data gave nothing to decide."""
        return next((d for d in self.decisions if d.subject is subject and d.column == column), None)

    @property
    def ambiguous(self) -> tuple[Decision, ...]:
        """The decisions that the data do not settle."""
        return tuple(d for d in self.decisions if d.certainty is Certainty.AMBIGUOUS)


def rows_text(rows: Sequence[int], noun: str = "row") -> str:
    """`row 3`, `rows 3 and 5`, `rows 3, 4, 5, 6, 7 and 12 more`."""
    if len(rows) == 1:
        return f"{noun} {rows[0]}"
    named = [str(row) for row in rows[:_NAMED_ROWS]]
    rest = len(rows) - len(named)
    last = f"{rest} more" if rest else named.pop()
    return f"{noun}s {', '.join(named)} and {last}"
