"""Ruled tables: Markdown and the answers of database shells, with bars between cells and rules between rows."""

from __future__ import annotations

import re

# A rule has bars or crosses between its dashes; dashes alone may be a missing value.
_RULE = re.compile(r"[ \t]*[|+]?[ \t]*:?-{2,}:?[ \t]*(?:[|+][ \t]*:?-{2,}:?[ \t]*)*[|+]?[ \t]*")
_BAR = re.compile(r"(?<!\\)\|")


def ruled_records(text: str) -> list[list[str]] | None:
    """The records of a ruled table, blank lines and rules as `[]`; None for any other text."""
    if "--" not in text[:20_000] or "|" not in text[:20_000]:
        return None
    lines = text.split("\n")
    rules = [line for line in lines[:50] if _is_rule(line)]
    if not rules:
        return None
    return [[] if not line.strip() or _is_rule(line) else _cells(line) for line in lines]


def _is_rule(line: str) -> bool:
    return ("|" in line or "+" in line) and _RULE.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    line = line.strip()
    if len(line) > 1 and line[0] == "|" and line[-1] == "|" and not line.endswith("\\|"):
        line = line[1:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)]
