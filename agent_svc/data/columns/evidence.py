"""Evidence: what the cells of one column could be, before anything is decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent_svc.data.choices import DateOrder, DecimalMark, MissingWords
from agent_svc.data.columns.booleans import read_booleans
from agent_svc.data.columns.counted import Counted
from agent_svc.data.columns.missing import missing_beside_values, missing_words, sooner_names
from agent_svc.data.columns.sentinels import NO_SENTINELS, Known, Sentinels, confirmed_among, sentinels
from agent_svc.data.dates.days_of_years import read_days_of_years
from agent_svc.data.dates.far_days import far_days
from agent_svc.data.dates.iso import DateReading, WrittenDates
from agent_svc.data.dates.serials import SerialReading, in_digits, read_serials
from agent_svc.data.dates.short_years import in_their_century
from agent_svc.data.numbers.durations import DurationReading, read_durations
from agent_svc.data.numbers.exact import mark_matters, read_numbers
from agent_svc.data.numbers.loose_numbers import read_loosely
from agent_svc.data.numbers.mixed_marks import read_mixed
from agent_svc.data.numbers.number_reading import NumberReading
from agent_svc.data.numbers.plain_numbers import are_plain, may_group, read_commas, read_plain
from agent_svc.data.reading import ColumnReading

_HEAD = 64  # distinct values that show whether a look at all of them is worth it
_NOTHING_KNOWN = Known()
_DATE_HEADER = re.compile(
    r"(?<!candi)(?<!man)dat(?:e(?!n)|um)|day|tag\b|month|monat|time|zeit|stand(?!ort|ard)|period|yyyymm|\bym\b"
    r"|\bmois\b|\bmes\b|\bmese\b|\bmês\b|maand|fecha|miesiąc|месяц|дата|年月|月份|日期|期[间間]|날짜",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One column, its distinct values in order of appearance, and how they can be read.

    `texts` are the values that are there if the column is text; `values` those if it is anything else.
    """

    name: str
    header: str
    cells: tuple[str, ...]
    counts: Mapping[str, int]  # of each distinct cell, empty ones included
    longest: int  # characters of a cell
    rows: Sequence[int]
    choice: ColumnReading
    exact: bool  # the cells were JSON numbers
    plain: bool  # the values are written as canonical numbers are
    texts: tuple[str, ...]
    values: tuple[str, ...]
    dates: Mapping[DateOrder, DateReading]  # empty: not worth a try; one: the order does not matter
    numbers: Mapping[DecimalMark, NumberReading]  # likewise
    booleans: Mapping[str, str] | None
    serials: SerialReading | None  # the numbers count from a day
    durations: DurationReading | None
    sentinels: Sentinels = NO_SENTINELS  # where they are left out, `texts` and `values` are without them

    @property
    def orders(self) -> tuple[DateOrder, ...]:
        """The orders under which every value is a date."""
        return tuple(order for order, reading in self.dates.items() if reading.complete)

    @property
    def marks(self) -> tuple[DecimalMark, ...]:
        """The decimal marks under which every value is a number."""
        return tuple(mark for mark, reading in self.numbers.items() if reading.complete)

    @property
    def named_like_dates(self) -> bool:
        """Whether the header speaks of dates."""
        return _DATE_HEADER.search(self.name) is not None

    def rows_of(self, values: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the rows whose cell is one of `values`."""
        if not values:
            return ()
        wanted = frozenset(values)
        return tuple(row for row, cell in zip(self.rows, self.cells, strict=True) if cell in wanted)


def examine(
    name: str,
    header: str,
    cells: tuple[str, ...],
    of_cells: Counted,
    rows: Sequence[int],
    choice: ColumnReading,
    *,
    exact: bool,
    known: Known = _NOTHING_KNOWN,
) -> Evidence:
    """The evidence of one column of trimmed cells, under the choices of the user and what is `known` of sentinels."""
    counts = of_cells.counts
    distinct = tuple(filter(None, counts)) if "" in counts else tuple(counts)
    plain = bool(distinct) and are_plain(distinct)
    texts, values = (distinct, distinct) if plain else _present(distinct, choice, counts)
    marks = (DecimalMark.POINT,) if exact else (choice.decimal,) if choice.decimal else tuple(DecimalMark)
    numbers = _plain_numbers(values, marks) if plain else _numbers(values, marks, name, forced=choice.type is not None)
    found = _sentinels(texts, numbers, counts, known) if choice.missing is not MissingWords.TEXT else NO_SENTINELS
    undated = exact and not in_digits(values)
    dates = {} if undated else _dates(values, choice.date_order, name, forced=choice.type is not None)
    if not found.digits and choice.missing is not MissingWords.TEXT:
        found = far_days(dates.values())
    if found.digits and (choice.missing is MissingWords.MISSING or (choice.missing is None and found.sure)):
        texts = tuple(value for value in texts if value not in found.digits)
        values = tuple(value for value in values if value not in found.digits)
        numbers = _numbers(values, marks, name, forced=choice.type is not None) if values else {}
        dates = {} if undated else _dates(values, choice.date_order, name, forced=choice.type is not None)
    return Evidence(
        name=name,
        header=header,
        cells=cells,
        counts=counts,
        longest=of_cells.longest,
        rows=rows,
        choice=choice,
        exact=exact,
        plain=plain,
        texts=texts,
        values=values,
        dates=dates,
        numbers=numbers,
        booleans=read_booleans(values) if values else None,
        serials=(read_serials(values, name) if plain else None) or read_days_of_years(values, name),
        durations=None if plain or any(one.complete for one in numbers.values()) else read_durations(values, name),
        sentinels=found,
    )


def _sentinels(
    texts: Sequence[str], numbers: Mapping[DecimalMark, NumberReading], counts: Mapping[str, int], known: Known
) -> Sentinels:
    best = max(numbers.values(), key=lambda reading: len(reading.cells), default=None)
    if best is not None and best.complete:
        return sentinels(best.cells, counts, known)
    return confirmed_among(texts, known)


def _present(
    distinct: tuple[str, ...], choice: ColumnReading, counts: Mapping[str, int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The values that are there if the column is text, and if it is anything else."""
    if choice.missing is MissingWords.TEXT:
        return distinct, distinct
    words = missing_words(distinct)
    names = sooner_names(words, counts) if choice.missing is None else frozenset()
    texts = tuple(value for value in distinct if value in names or value not in words) if words else distinct
    beside = missing_beside_values(texts) | names
    return texts, tuple(value for value in texts if value not in beside) if beside else texts


def _dates(
    values: tuple[str, ...], chosen: DateOrder | None, name: str, *, forced: bool
) -> Mapping[DateOrder, DateReading]:
    if not forced and len(values) > _HEAD:
        head = _dates(values[:_HEAD], chosen, name, forced=True)
        if all(len(reading.unread) > _HEAD // 2 for reading in head.values()):
            return {}
    written = WrittenDates(values, chosen=forced)
    return in_their_century({order: written.under(order) for order in written.orders(chosen)}, name)


def _plain_numbers(values: tuple[str, ...], marks: Sequence[DecimalMark]) -> Mapping[DecimalMark, NumberReading]:
    if DecimalMark.POINT not in marks or (DecimalMark.COMMA in marks and may_group(values)):
        return {mark: read_numbers(values, mark) for mark in marks}
    return {DecimalMark.POINT: read_plain(values)}


def _numbers(
    values: tuple[str, ...], marks: Sequence[DecimalMark], name: str, *, forced: bool
) -> Mapping[DecimalMark, NumberReading]:
    commas = read_commas(values) if DecimalMark.COMMA in marks else None
    if commas is not None and not forced:
        return {DecimalMark.COMMA: commas}
    if not forced and len(values) > _HEAD:
        head = [read_loosely(values[:_HEAD], mark, name=name) for mark in marks]
        if all(len(reading.unread) > _HEAD // 2 for reading in head):
            return {}
    if DecimalMark.POINT in marks and not mark_matters(values):
        marks = (DecimalMark.POINT,)
    readings = {mark: read_loosely(values, mark, chosen=forced, name=name) for mark in marks}
    mixed = read_mixed(readings, chosen=forced)
    return readings if mixed is None else {mixed.mark: mixed}
