"""Stacked records: one line for each value under its name, as `psql` and `mysql` print wide rows, and flat YAML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_LEAST: Final = 2  # records, and names of each
_LONGEST: Final = 64  # characters of a name


class _Form(NamedTuple):
    opens: re.Pattern[str]  # the line above a record; what follows the match is its first line
    line: re.Pattern[str]


_FORMS: Final = (
    _Form(
        re.compile(r"-\[ RECORD [0-9]{1,9} \][-+]*$"),
        re.compile(rf"(?P<name>[^|]{{1,{_LONGEST}}}?) *\|(?: (?P<value>.*))?"),
    ),
    _Form(
        re.compile(r"\*{5,} [0-9]{1,9}\. row \*{5,}$"),
        re.compile(rf" *(?P<name>[^:]{{1,{_LONGEST}}}):(?: (?P<value>.*))?"),
    ),
    _Form(
        re.compile(r"- (?=[^\s\-\[{])"),
        re.compile(rf"  (?P<name>[^\s:#][^:]{{0,{_LONGEST}}}):(?: +(?P<value>.*))?"),
    ),
)
_YAML: Final = _FORMS[-1]
_NOTHING: Final = frozenset({"null", "~", "Null", "NULL"})
_NESTED: Final = ("[", "{", "|", ">", "&", "*", "!")


def stacked_records(text: str) -> list[list[str]] | None:
    """The names and the records of a text that stacks them; None for any other, and where records differ in names."""
    first = text.lstrip("\n").split("\n", 1)[0]
    form = next((one for one in _FORMS if one.opens.match(first)), None)
    if form is None:
        return None
    records: list[dict[str, str]] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        opened = form.opens.match(line)
        if opened:
            records.append({})
        rest = " " * opened.end() + line[opened.end() :] if opened else line
        if rest.strip() and not (records and _added(records[-1], form, rest)):
            return None
    return _table(records)


def _added(record: dict[str, str], form: _Form, line: str) -> bool:
    match = form.line.fullmatch(line)
    if match is None or match["name"] in record:
        return False
    value = (match["value"] or "").strip()
    if form is _YAML:
        if value.startswith(_NESTED):
            return False
        value = "" if value in _NOTHING else _unquoted(value)
    record[match["name"].strip()] = value
    return True


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def _table(records: Sequence[dict[str, str]]) -> list[list[str]] | None:
    names = list(records[0])
    if len(records) < _LEAST or len(names) < _LEAST or any(record.keys() != records[0].keys() for record in records):
        return None
    return [names, *([record[name] for name in names] for record in records)]
