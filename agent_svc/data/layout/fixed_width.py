"""Fixed width: tables whose cells stand under their names, with blanks between the columns, as programs print them.

What tells the columns apart are the places where no line has a letter; so a cell may be empty, or hold blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from agent_svc.data.layout.values import are_values, present, value_columns

_RULES: Final = frozenset("-=_ ")
_SAMPLE: Final = 500  # lines that tell the columns
_WIDEST: Final = 2_000  # characters of a line
_TITLES: Final = 10  # lines above the names at most
_LEAST_ROWS: Final = 2
_FITTING: Final = 0.9  # of the lines below the names
_OTHERS: Final = ("\t", ";", "|")


class _Span(NamedTuple):
    start: int
    end: int

    def of(self, line: str) -> str:
        return line[self.start : self.end].strip()


def fixed_records(text: str) -> list[list[str] | None] | None:
    """The records of a table of fixed width: blank lines as `[]`, rulers as None, other lines as one cell.

    None for any other text, and for one that single blanks split as well.
    """
    if any(mark in text for mark in _OTHERS):
        return None
    lines = text.split("\n")
    index = _index_names(lines)
    if index:
        names = lines[index].rstrip()
        lines[index - 1], lines[index] = names + lines[index - 1][len(names) :], ""
    top, spans = _best(lines[:_SAMPLE], quoted='"' in text)
    if not spans:
        return None
    cells: list[list[str] | None] = [_record(line, spans) for line in lines[top:]]
    fits = [record is not None and len(record) > 1 for record in cells]
    below = [record for record in cells[: len(fits) - fits[::-1].index(True)] if record] if any(fits) else []
    if sum(len(record) > 1 for record in below) < max(_LEAST_ROWS, _FITTING * len(below)):
        return None
    if index:
        cells[index - top] = None
    return [*([line.strip()] if line.strip() else [] for line in lines[:top]), *cells]


def _best(lines: Sequence[str], *, quoted: bool) -> tuple[int, list[_Span]]:
    """The place of the line whose names tell the most columns apart, and those; none where nothing does."""
    rulers = [line for line in lines if _is_ruler(line)]
    plain = ["" if _is_ruler(line) else line for line in lines]
    rows = [line for line in plain if line.strip()]
    if max(map(len, lines)) > _WIDEST:
        return 0, []
    if len(rows) <= _LEAST_ROWS or not (rulers or _is_uneven(rows)) or (quoted and not rulers):
        return 0, []
    tops = [place for place, line in enumerate(plain) if line.strip()][:_TITLES]
    found = ((top, _columns(_block(lines[top:]), rulers)) for top in tops)
    return max(found, key=lambda one: len(one[1]))


def _index_names(lines: Sequence[str]) -> int:
    """The place of the line that names the index below the names of the columns, as pandas prints it; 0 without one."""
    for place, (names, index) in enumerate(pairwise(lines[:_TITLES]), 1):
        first = len(names) - len(names.lstrip())
        if first and names.strip() and index[:1].strip() and len(index.rstrip()) <= first and not _is_ruler(index):
            return place
    return 0


def _block(lines: Sequence[str]) -> list[str]:
    """The names in the first line and what is below them, up to a blank line behind some rows."""
    block: list[str] = []
    for line in lines:
        if line.strip():
            block += [] if _is_ruler(line) else [line]
        elif len(block) > _LEAST_ROWS:
            break
    return block


def _is_ruler(line: str) -> bool:
    return _RULES.issuperset(line) and len(line.split()) > 1 and any(len(rule) > 1 for rule in line.split())


def _is_uneven(rows: Sequence[str]) -> bool:
    """Whether neither single blanks nor commas split all rows alike."""
    commas = {row.count(",") for row in rows}
    return len({len(row.split()) for row in rows}) > 1 and (len(commas) > 1 or commas == {0})


def _columns(rows: Sequence[str], rulers: Sequence[str]) -> list[_Span]:
    """The places of the columns under the names in the first of `rows`; none where it does not name them."""
    body = [row for row in rows[1:] if not row.startswith(("(", "[", "#"))]
    if len(body) < _LEAST_ROWS:
        return []
    spans = list(_merged(rows[0], body, list(_occupied([rows[0], *body, *rulers]))))
    if len(spans) < 2 or not all(span.of(rows[0]) for span in spans[1:-1]):
        return []
    names = [span.of(rows[0]) for span in spans]
    cells = [[span.of(row) for span in spans] for row in body]
    if any(are_values([name]) or not present([name]) for name in names if name):
        return []
    return spans if rulers or value_columns(cells) or value_columns(cells[1:]) else []


def _occupied(lines: Sequence[str]) -> Iterator[_Span]:
    """The runs of places in which some line has a letter."""
    used = bytearray(b" " * max(map(len, lines)))
    for line in lines:
        for word in re.finditer(r"\S+", line):
            used[word.start() : word.end()] = b"x" * (word.end() - word.start())
    for run in re.finditer(b"x+", used):
        yield _Span(run.start(), run.end())


def _merged(header: str, body: Sequence[str], spans: Sequence[_Span]) -> Iterator[_Span]:
    """`spans` so that each has a name and values: what lacks one of them belongs to a neighbour."""
    held: _Span | None = None
    for span, after in pairwise([*spans, _Span(len(header) + 1, len(header) + 1)]):
        if held is None:
            held = span
        elif not span.of(header) and (span.start < len(header.rstrip()) or span.start - held.end < 2):
            held = _Span(held.start, span.end)  # a further word of the texts before it
        elif not any(span.of(row) for row in body) and span.start - held.end == 1 < after.start - span.end:
            held = _Span(held.start, span.end)  # a further word of the name before it
        elif held.of(header) and not any(held.of(row) for row in body):
            held = _Span(held.start, span.end)  # a first word of the name
        else:
            yield held
            held = span
    if held is not None:
        yield held


def _record(line: str, spans: Sequence[_Span]) -> list[str] | None:
    if not line.strip():
        return []
    if _is_ruler(line):
        return None
    gaps = [line[left.end : right.start] for left, right in pairwise(spans)]
    if line[: spans[0].start].strip() or line[spans[-1].end :].strip() or any(gap.strip() for gap in gaps):
        return [line.strip()]
    return [_unquoted(span.of(line)) for span in spans]


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell
