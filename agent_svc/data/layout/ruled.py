"""Ruled tables: Markdown, and what database shells print, with bars between cells and rules between rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

# A rule has bars or crosses between its dashes; dashes alone may be a missing value.
_DASHES = r"[ \t]*+:?+(?:-{2,}+|={2,}+):?+[ \t]*+"
_RULE = re.compile(rf"[ \t]*+[|+]?+{_DASHES}(?:[|+]{_DASHES})*+[|+]?+[ \t]*+")
_LINE = re.compile(r"[ \t]*-{5,}[ \t]*")  # as SAP draws them around its lists
_BARRED = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_BAR = re.compile(r"(?<!\\)\|")
_DRAWN: Final = {
    **dict.fromkeys(map(ord, "│┃║┆┊╎"), "|"),
    **dict.fromkeys(map(ord, "─━═┄╌"), "-"),
    **dict.fromkeys(map(ord, "┬┼┴╪╤╧╬┌┐└┘├┤╞╡╭╮╰╯╔╗╚╝╠╣┏┓┗┛┡┩╇"), "+"),
}
_BARS = ("│", "┃", "║")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"(\*\*|~~|`)(?=\S)([^*`~]+?)(?<=\S)\1|^\*(?=\S)([^*]+)(?<=\S)\*$")
_TYPES: Final = frozenset(
    {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str", "bool", "date", "time", "cat", "enum"}
    | {"varchar", "int8", "int16", "int32", "int64", "integer", "bigint", "smallint", "double", "float", "boolean"}
    | {"timestamp", "interval", "uuid", "hugeint", "uint8", "uint16", "uint32", "uint64", "text", "datetime[μs]"}
    | {"datetime[ns]", "datetime[ms]"}
)


Records = list[list[str] | None]


class Ruled(NamedTuple):
    """The records of a ruled table, whether marks of Markdown were taken off, and whether it is a list of SAP."""

    records: Records
    plainer: bool
    paged: bool = False


def ruled_records(text: str) -> Ruled | None:
    """The records of a ruled table, blank lines as `[]` and rules as None; None for any other text."""
    drawn = any(bar in text[:20_000] for bar in _BARS)
    if drawn:
        text = text.translate(_DRAWN)
    if ("--" not in text[:20_000] and "==" not in text[:20_000]) or "|" not in text[:20_000]:
        return None
    lines = text.split("\n")
    barred = _BARRED.search(text[:20_000]) is not None
    rules = [line for line in lines[:50] if _is_rule(line) or (barred and _LINE.fullmatch(line))]
    if not rules:
        return None
    records = [_record(line, below) for line, below in zip_longest(lines, lines[1:], fillvalue="")]
    if drawn:
        return Ruled([None if record and _are_types(record) else record for record in records], plainer=False)
    paged = any(_LINE.fullmatch(rule) for rule in rules)
    if paged or any("+" in rule for rule in rules):
        return Ruled(records, plainer=False, paged=paged)
    plain: Records = [[_plain(cell) for cell in record] if record else record for record in records]
    return Ruled(plain, plainer=plain != records)


def _record(line: str, below: str) -> list[str] | None:
    """The cells of a line; a rule above a line without bars ends a table."""
    if not line.strip():
        return []
    if _is_rule(line) or _LINE.fullmatch(line):
        return None if "|" in below or not below.strip() else []
    return _cells(line)


def _is_rule(line: str) -> bool:
    return ("|" in line or "+" in line) and _RULE.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    line = line.strip()
    if len(line) > 1 and line[0] == "|" and line[-1] == "|" and not line.endswith("\\|"):
        line = line[1:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)]


def _are_types(record: Sequence[str]) -> bool:
    """Whether a row tells the types of the columns, or is a rule of dashes, as programs print them below the names."""
    return bool(record) and (all(cell in _TYPES for cell in record) or all(cell == "---" for cell in record))


def _plain(cell: str) -> str:
    """A cell of Markdown as its reader sees it: the text of links, and no marks of emphasis."""
    return _EMPHASIS.sub(r"\2\3", _LINK.sub(r"\1", cell)).replace("<br>", " ") if cell else cell
