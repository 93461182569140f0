"""JSON size: how many rows a JSON text has, counted before it is read with all its digits."""

from __future__ import annotations

import json
import re
from typing import Final

from agent_svc.data.errors import TableTooBigError
from agent_svc.data.limits import Limits

_REMEDY: Final = "Leave out rows, or aggregate them before pasting"
_OPENING: Final = re.compile(r"\s*\[\s*")
_BETWEEN: Final = re.compile(r"[}\]]\s*,\s*[{\[]")  # two records, or two rows
_NEXT: Final = re.compile(r"\s*,\s*")
_PLAIN: Final = json.JSONDecoder(parse_int=float)


def check_list(text: str, limits: Limits) -> None:
    """Nothing for a text that is no list, or of at most as many rows as there may be with their names above.

    Errors: TableTooBigError.
    """
    opened = _OPENING.match(text)
    if opened is None:
        return
    most = limits.rows + 1
    if text.count("[") == 1 and "{" not in text and '"' not in text and text.count(",") >= most:
        raise TableTooBigError.over("rows", text.count(",") + 1, limits.rows, _REMEDY, row=limits.rows + 1)
    # Texts may hold what looks like the end of a record, so what this says is looked at once more.
    if max(text.count("}"), text.count("]")) > most and sum(1 for _ in _BETWEEN.finditer(text)) >= most:
        _check_values(text, opened.end(), most, limits)


def check_lines_of_records(lines: int, limits: Limits) -> None:
    """Errors: TableTooBigError for more lines of one record each than there may be rows with their names above."""
    if lines > limits.rows + 1:
        raise TableTooBigError.over("rows", lines, limits.rows, _REMEDY, row=limits.rows + 1)


def _check_values(text: str, place: int, most: int, limits: Limits) -> None:
    """Errors: TableTooBigError for more than `most` values one after the other from `place` on."""
    for _ in range(most + 1):
        try:
            _, end = _PLAIN.raw_decode(text, place)
        except (json.JSONDecodeError, RecursionError):
            return  # told with its place when all is read
        comma = _NEXT.match(text, end)
        if comma is None:
            return
        place = comma.end()
    raise TableTooBigError.over("rows, or more", most + 1, limits.rows, _REMEDY, row=limits.rows + 1)
