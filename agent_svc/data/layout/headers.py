"""Headers: unique, clean names for columns, and the units that they carry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.columns.place_names import is_place
from agent_svc.data.report import Notice, NoticeKind

_INSIDE = r"([^()\[\]（）［］【】]{1,20})"
_UNIT = re.compile(rf".*\S\s*(?:\({_INSIDE}\)|\[{_INSIDE}\]|（{_INSIDE}）|［{_INSIDE}］|【{_INSIDE}】)", re.DOTALL)
# Numbers, ranges and keys of answers (`1-5`, `1=low`), and 2018 [YR2018], as the World Bank calls its columns.
_NO_UNIT = re.compile(r"[0-9.,\s]+(?:(?:[-–—…:/]|to|bis|von)[0-9.,\s]+)?|.*=.*|YR[0-9]{4}", re.DOTALL)

_COUNTERS: Final = ("Index", "Number")  # which are known as names of what numbers rows
_ANNOUNCEMENT = re.compile(r"sep=.", re.IGNORECASE)  # of a delimiter, and no name in the first line of a file

#: Which of several measures it is, and not in what it is counted.
_WHICH: Final = frozenset(
    {"total", "gesamt", "insgesamt", "all", "alle", "mean", "average", "avg", "median", "mittelwert", "mittel", "net"}
    | {"gross", "netto", "brutto", "male", "female", "men", "women", "männer", "frauen", "männlich", "weiblich"}
    | {"estimated", "estimate", "geschätzt", "forecast", "prognose", "actual", "ist", "soll", "plan", "cumulative"}
)


def canonical_names(
    headers: Sequence[str], *, named: bool = True, numbered: bool = False
) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    """A unique, trimmed, one-line name for each header, and a notice for each that was renamed.

    `named` is false for a table without a header row: its columns are numbered, with one notice for all.
    `numbered` is true where the first one has no name and numbers the rows.
    """
    if not named:
        names = tuple(f"Column {place}" for place in range(1, len(headers) + 1))
        text = f"The table has no header row; its columns are named {names[0]} to {names[-1]}."
        one = "The table has no header row; its column is named Column 1."
        return names, (Notice(NoticeKind.RENAMED, text if len(names) > 1 else one),)
    trimmed = [" ".join(header.split()) for header in headers]
    names_list: list[str] = []
    notices: list[Notice] = []
    if len(trimmed) == 1 and _ANNOUNCEMENT.fullmatch(trimmed[0]):
        written, trimmed = trimmed[0], [f"sep {trimmed[0][4:]}"]
        text = f"A line “{written}” alone tells spreadsheets the delimiter; the column is called “{trimmed[0]}”."
        notices.append(_renamed(text, trimmed[0]))
    taken = set(trimmed)
    seen: set[str] = set()
    for place, name in enumerate(trimmed, 1):
        new = name
        if not name:
            rows = numbered and place == 1
            counter = next((one for one in _COUNTERS if one not in taken), _COUNTERS[0])
            new = _free(counter if rows else f"Column {place}", taken)
            why = ", since it numbers the rows" if rows else ""
            notices.append(_renamed(f"Column {place} has no name; it is called “{new}”{why}.", new))
        elif name in seen:
            new = _numbered(name, taken)
            notices.append(_renamed(f"Column {place} repeats the name “{name}”; it is called “{new}”.", new))
        seen.add(new)
        taken.add(new)
        names_list.append(new)
    return tuple(names_list), tuple(notices)


def unit_in(header: str) -> str | None:
    """The unit that ends a header, `Yield (t/ha)`, `Yield [t/ha]` or `产量（吨）`.

    Numbers, places, conditions (`Pr(>|t|)`), `(total)` and `[YR2018]` are none.
    """
    match = _UNIT.fullmatch(header.strip())
    unit = next(filter(None, match.groups())).strip() if match else ""
    if not unit or "|" in unit or _NO_UNIT.fullmatch(unit) or unit.casefold() in _WHICH or is_place(unit):
        return None
    return unit


def _renamed(message: str, column: str) -> Notice:
    return Notice(NoticeKind.RENAMED, message, column)


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else _numbered(name, taken)


def _numbered(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
