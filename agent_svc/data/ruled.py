"""Ruled tables: Markdown, and what database shells print, with bars between cells and rules between rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

# A rule has bars or crosses between its dashes; dashes alone may be a missing value.
_RULE = re.compile(r"[ \t]*[|+]?[ \t]*:?-{2,}:?[ \t]*(?:[|+][ \t]*:?-{2,}:?[ \t]*)*[|+]?[ \t]*")
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


class Ruled(NamedTuple):
    """The records of a ruled table, and whether marks of Markdown were taken off its cells."""

    records: list[list[str]]
    plainer: bool


def ruled_records(text: str) -> Ruled | None:
    """The records of a ruled table, blank lines and rules as `[]`; None for any other text."""
    drawn = any(bar in text[:20_000] for bar in _BARS)
    if drawn:
        text = text.translate(_DRAWN)
    if "--" not in text[:20_000] or "|" not in text[:20_000]:
        return None
    lines = text.split("\n")
    rules = [line for line in lines[:50] if _is_rule(line)]
    if not rules:
        return None
    records = [[] if not line.strip() or _is_rule(line) else _cells(line) for line in lines]
    if drawn:
        return Ruled([[] if _are_types(record) else record for record in records], plainer=False)
    if any("+" in rule for rule in rules):
        return Ruled(records, plainer=False)
    plain = [[_plain(cell) for cell in record] for record in records]
    return Ruled(plain, plainer=plain != records)


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
