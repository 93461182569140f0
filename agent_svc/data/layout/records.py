"""Records: the rows of cells in a text, whichever way it marks them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.errors import OpenQuoteError
from agent_svc.data.layout.aligned import aligned_records
from agent_svc.data.layout.blank_decimals import with_whole_names
from agent_svc.data.layout.bordered import bordered_records
from agent_svc.data.layout.coefficients import coefficient_records
from agent_svc.data.layout.comments import without_comments
from agent_svc.data.layout.dialect import Dialect, detect_dialect, with_known_delimiter
from agent_svc.data.layout.fixed_width import fixed_records
from agent_svc.data.layout.grid import Grid, grid_of
from agent_svc.data.layout.latex import latex_records
from agent_svc.data.layout.markup import html_table
from agent_svc.data.layout.printed_frame import frame_records
from agent_svc.data.layout.printed_series import series_records
from agent_svc.data.layout.ruled import ruled_records
from agent_svc.data.layout.stacked import stacked_records
from agent_svc.data.layout.tibble import tibble_records, without_bare_points
from agent_svc.data.layout.values import are_values
from agent_svc.data.layout.wiki_headings import with_plain_headings
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_OF_BLANKS = (Delimiter.SPACE.value, Delimiter.NONE.value)
_WRAPPED = re.compile(r'"(?:[^"\n]|"")*"')


@dataclass(frozen=True, slots=True)
class Records:
    """The grid of a text; `delimiter` is None where the text marks its cells in another way."""

    grid: Grid
    delimiter: Delimiter | None
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = field(default=())


def split_records(text: str, reading: Reading) -> Records:
    """The records of `text`. Errors: OpenQuoteError, MarkupError."""
    text = with_plain_headings(text)
    latex = latex_records(text)
    if latex is not None:
        return Records(grid_of(latex), None)
    page = html_table(text)
    if page is not None:
        return Records(grid_of(page.records), None, notices=_other_tables(page.others))
    if reading.delimiter is None and (drawn := _drawn(text)) is not None:
        return drawn
    text = with_known_delimiter(text)
    unwrapped = None if reading.quoting is Quoting.DOUBLED else _unwrapped(text)
    plain = without_comments(unwrapped or text, reading)
    if reading.delimiter is None:
        plain = replace(plain, text=with_whole_names(plain.text))
    dialect = detect_dialect(plain.text, reading.delimiter, reading.quoting)
    notices = (*plain.notices, *_quote_notices(plain.text, dialect, reading), *_doubt(dialect))
    if unwrapped is not None:
        told = "Every line was in quotes as a whole; they are taken off."
        notices = (Notice(NoticeKind.CONVERTED, told), *notices)
    grid = _grid(plain.text, dialect)
    return _turned(Records(grid, dialect.delimiter, (*plain.decisions, *dialect.decisions), notices))


def _drawn(text: str) -> Records | None:
    """The records of a text that says by lines, rules or blanks what its cells are; None for any other text."""
    stacked = stacked_records(text)
    if stacked is not None:
        told = "Each value stands on a line of its own behind its name; those of a record are a row."
        return Records(grid_of(stacked), None, notices=(Notice(NoticeKind.CONVERTED, told),))
    coefficients = coefficient_records(text)
    if coefficients is not None:
        told = "The coefficients of the model are read; what stands around them is left out."
        return Records(grid_of(coefficients), None, notices=(Notice(NoticeKind.DROPPED, told),))
    bordered = bordered_records(text)
    if bordered is not None:
        reason = "Its columns are where the borders above and below its names say."
        decision = Decision(Subject.DELIMITER, Delimiter.TAB.value, reason, Certainty.LIKELY, _OF_BLANKS)
        return Records(replace(grid_of(bordered), paged=True), Delimiter.TAB, (decision,))
    ruled = ruled_records(text)
    if ruled is not None:
        reason = "Rules of dashes stand between its rows."
        decision = Decision(Subject.DELIMITER, Delimiter.PIPE.value, reason, Certainty.CERTAIN)
        told = "The marks of Markdown for links and emphasis are taken off the cells."
        plainer = (Notice(NoticeKind.CONVERTED, told),) if ruled.plainer else ()
        grid = replace(grid_of(ruled.records), paged=ruled.paged)
        return Records(grid, Delimiter.PIPE, (decision,), plainer)
    return _parted_by_blanks(text)


def _parted_by_blanks(text: str) -> Records | None:
    """The records of a text whose columns are parted by two blanks or more; None for any other text."""
    if "  " not in text:
        return None
    reason = "It is written as pandas and R print their tables, each cell ending below its name."
    records: list[list[str]] | list[list[str] | None] | None = _as_printed(text)
    if records is None:
        reason = "Two blanks or more stand between its cells, and every row has as many of them."
        records = aligned_records(text)
    if records is None:
        reason = "Its cells stand under their names, with blanks between the columns."
        records = fixed_records(text)
    if records is None:
        return None
    without_bare_points(records)
    decision = Decision(Subject.DELIMITER, Delimiter.TAB.value, reason, Certainty.LIKELY, _OF_BLANKS)
    grid = replace(grid_of(records), paged=None in records)  # with rulers below the names
    return Records(grid, Delimiter.TAB, (decision,))


def _as_printed(text: str) -> list[list[str]] | list[list[str] | None] | None:
    """The records of a table as pandas or R print it; None for any other text."""
    return series_records(text) or tibble_records(text) or frame_records(text)


def _other_tables(others: int) -> tuple[Notice, ...]:
    if not others:
        return ()
    what = "1 other table" if others == 1 else f"{others} other tables"
    text = f"The longest table of the page is read; {what} left out. Copy another one alone to have it read."
    return (Notice(NoticeKind.DROPPED, text),)


def _turned(records: Records) -> Records:
    """A single row of numbers as one column: nobody means a table of one row and no names."""
    rows = records.grid.records
    if len(rows) != 1:
        return records
    cells = rows[0]
    if len(cells) == 1 and records.delimiter is Delimiter.NONE and not are_values(cells):
        cells = tuple(cells[0].split())  # blanks alone stand between them
    if len(cells) < 3 or not are_values([cell.strip() for cell in cells]):
        return records
    told = Notice(NoticeKind.CONVERTED, f"The {len(cells)} values of the only row are read as one column.")
    return replace(records, grid=grid_of([cell] for cell in cells), notices=(*records.notices, told))


def _grid(text: str, dialect: Dialect) -> Grid:
    try:
        return grid_of(dialect.even_records(text) or dialect.records(text))
    except csv.Error:
        row = _sound(dialect.records(text)) + 1
        raise OpenQuoteError.at(
            f"Row {row} opens a quote ({dialect.quoting.character}) that is not closed, or text follows a closed one",
            "Close the quote, or double the quotes that belong to the text",
            row=row,
        ) from None


def _sound(records: Iterator[list[str]]) -> int:
    """How many records can be read before one that cannot."""
    count = 0
    with suppress(csv.Error):
        for _ in records:
            count += 1
    return count


def _unwrapped(text: str) -> str | None:
    """`text` without the quotes around whole lines, where each line holds several cells inside of them."""
    if not text.startswith('"'):
        return None
    head = text.split("\n", 3)[:3]
    if not all(_WRAPPED.fullmatch(line) for line in head if line):
        return None
    lines = [line for line in text.split("\n") if line]
    if len(lines) < 2 or not all(_WRAPPED.fullmatch(line) for line in lines):
        return None
    inner = "\n".join(line[1:-1].replace('""', '"') for line in lines) + "\n"
    for mark in (",", ";", "\t"):
        counts = {line.count(mark) for line in inner.splitlines()}
        if len(counts) == 1 and counts != {0} and f"{mark} " not in inner:
            return inner
    return None


def _quote_notices(text: str, dialect: Dialect, reading: Reading) -> tuple[Notice, ...]:
    if dialect.quoting is not Quoting.NONE or '"' not in text or reading.quoting is not None:
        return ()
    message = "The quotes are read as part of the text, because some of them are never closed."
    return (Notice(NoticeKind.AMBIGUOUS, message),)


def _doubt(dialect: Dialect) -> tuple[Notice, ...]:
    if dialect.decision.certainty is not Certainty.AMBIGUOUS:
        return ()
    read = "one column" if dialect.delimiter is Delimiter.NONE else f"columns separated by a {dialect.delimiter}"
    return (Notice(NoticeKind.AMBIGUOUS, f"{dialect.decision.evidence} It is read as {read}."),)
