"""Hints: what the rest of a table says about a column that could be read in two ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent_svc.data.choices import DateOrder, DecimalMark, Delimiter
from agent_svc.data.columns.evidence import Evidence

_NO_HINT = "Nothing else in the table tells, and a decimal point is the more common one."
_COMMAS = "The columns are separated by commas, as where points mark decimals."
_Choice = TypeVar("_Choice", DecimalMark, DateOrder)


@dataclass(frozen=True, slots=True)
class Hints:
    """The better reading of what is ambiguous, each with its reason as a sentence."""

    mark: DecimalMark
    mark_reason: str
    mark_known: bool  # another column, or the delimiter, settles what marks decimals
    order: DateOrder
    order_reason: str
    order_known: bool = False  # another column settles it
    mark_hinted: bool = True  # something in the table speaks for the mark
    mark_delimited: bool = False  # nothing but commas between the columns does


def gather(columns: Sequence[Evidence], delimiter: Delimiter | None) -> Hints:
    """The hints of a whole table."""
    mark, mark_reason, mark_known = _mark(columns, delimiter)
    order, order_reason, known = _order(columns)
    hinted, delimited = mark_reason != _NO_HINT, mark_reason == _COMMAS
    return Hints(mark, mark_reason, mark_known, order, order_reason, known, hinted, delimited)


def settled_mark(column: Evidence) -> DecimalMark | None:
    """The decimal mark that the user chose for all columns, or that alone reads the numbers of this one."""
    if column.choice.decimal is not None:
        return column.choice.decimal
    if column.exact or column.orders or len(column.marks) != 1:
        return None
    mark = column.marks[0]
    if column.numbers[mark].mixed is not None:
        return None
    if len(column.numbers) > 1 or mark is DecimalMark.COMMA:
        return mark
    return mark if any("." in value for value in column.values) else None


def _mark(columns: Sequence[Evidence], delimiter: Delimiter | None) -> tuple[DecimalMark, str, bool]:
    found = _most({column.name: mark for column in columns if (mark := settled_mark(column))}.items())
    if found:
        name, mark = found
        return mark, f"The column “{name}” has a decimal {mark}.", True
    for column in columns:
        if any(reading.complete and reading.dotted for reading in column.dates.values()):
            return (
                DecimalMark.COMMA,
                f"The dates in “{column.name}” are written with dots, as where commas mark decimals.",
                False,
            )
    if delimiter is Delimiter.SEMICOLON:
        return DecimalMark.COMMA, "The columns are separated by semicolons, as where commas mark decimals.", False
    if delimiter is Delimiter.COMMA:
        return DecimalMark.POINT, _COMMAS, True
    return DecimalMark.POINT, _NO_HINT, False


def _order(columns: Sequence[Evidence]) -> tuple[DateOrder, str, bool]:
    settled = {
        c.name: c.orders[0]
        for c in columns
        if len(c.orders) == 1 and c.orders[0] is not DateOrder.YEAR_FIRST and _order_matters(c)
    }
    found = _most(settled.items())
    if found:
        name, order = found
        return order, f"The dates in “{name}” have the {order.removesuffix(' first')} first.", True
    return DateOrder.DAY_FIRST, "Nothing else in the table tells, and most of the world writes the day first.", False


def _order_matters(column: Evidence) -> bool:
    return any(reading.open for reading in column.dates.values())


def _most(named: Iterable[tuple[str, _Choice]]) -> tuple[str, _Choice] | None:
    """The commonest choice with the first column that has it; None where none leads."""
    pairs = list(named)
    ranked = Counter(choice for _, choice in pairs).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return next(pair for pair in pairs if pair[1] == ranked[0][0])
