"""Footer: notes below the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_svc.data.layout.values import are_values, present, value_columns

_NOTE = re.compile(
    r"\s*(?:(?:source|sources|quelle|quellen|anmerkung|anmerkungen|hinweis|hinweise)\b"
    r"|(?:note|notes|stand|legend|legende|data|daten|updated|last update)\s*[:=]"
    r"|©|\*|†|#\+|(?:[-<>=~]{4,}+|[-<>=~]{2,}+[^-<>=~]++[-<>=~]{2,}+)$|\[?[0-9a-z]{1,2}[)\]]"
    r"|[(\[]?[0-9,]+ rows?\b|\([0-9,]+ shown|only showing).*",
    re.IGNORECASE | re.DOTALL,
)
_LEAST_ROWS = 3  # with the names: of fewer it cannot be told what their columns hold
_SAMPLE = 50
_SENTENCE = 40  # characters: a text so long that ends in a full stop is a note and no name


def is_note(record: Sequence[str], width: int, *, apart: bool) -> bool:
    """Whether a last record is a note: one text that does not fill the row, and reads like one or stands `apart`."""
    filled = [cell for cell in record if cell.strip()]
    if not filled or not record[0].strip() or width < 2:
        return False
    if len(filled) > 1:
        return len(record) < width and _NOTE.fullmatch(record[0]) is not None and not record[0].strip().isdigit()
    drawn = len(record) == 1 and width > 2 and not any(c.isalnum() for c in filled[0])
    sentence = len(filled[0]) >= _SENTENCE and filled[0].strip().endswith(".")
    reads_like = drawn or sentence or _NOTE.fullmatch(filled[0]) is not None
    return reads_like if not apart else not filled[0].strip().isdigit()


def without_values(records: Sequence[Sequence[str]], width: int) -> int:
    """How many of the last `records` are short and have words alone where the columns above them have values."""
    short = 0
    while len(records) - short > _LEAST_ROWS and len(records[-1 - short]) < width:
        short += 1
    if not short:
        return 0
    rows = records[1 : len(records) - short][-_SAMPLE:]
    columns = value_columns([row for row in rows if len(row) == width])
    return short if all(_misses(record, columns) for record in records[-short:]) else 0


def _misses(record: Sequence[str], columns: frozenset[int]) -> bool:
    cells = [cell.strip() for place, cell in enumerate(record) if place in columns and cell.strip()]
    return bool(cells) and not any(are_values([cell]) or not present([cell]) for cell in cells)
