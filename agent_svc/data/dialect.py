"""Dialect: the delimiter and the quote of a text table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from agent_svc.data.reading import Delimiter
from agent_svc.data.report import Certainty, Decision, Subject

_SAMPLE = 200  # records that are looked at
_STEADY = 0.8  # share of records as wide as the first one, for a delimiter to be taken
_HALF = 0.5  # more records than this have a second cell, for a delimiter to be taken at all
_PRIORITY = (Delimiter.TAB, Delimiter.SEMICOLON, Delimiter.PIPE, Delimiter.COMMA)  # the rarer in prose, the sooner
_ANNOUNCED = re.compile(r"sep=([,;\t|])\n", re.IGNORECASE)

# Cells are bounded by our own limit, which names the place; the csv module's would not.
csv.field_size_limit(2**31 - 1)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cells of a text table are told apart."""

    delimiter: Delimiter
    quote: str | None  # None: quotes are plain characters
    decision: Decision
    body: int = 0  # where the table starts in the text

    def records(self, text: str) -> Iterator[list[str]]:
        """The records of `text` as written, blank lines as `[]`; csv.Error where a quote is never closed."""
        return _records(text[self.body :], self.delimiter, self.quote)


@dataclass(frozen=True, slots=True)
class _Trial:
    delimiter: Delimiter
    quote: str | None
    header: int  # cells of the first record
    steady: float  # share of records of that width
    split: float  # share of records that have a second cell
    records: int


def detect_dialect(text: str, forced: Delimiter | None = None) -> Dialect:
    """The dialect of `text`; never raises: what none fits is one column, or fails later with its place."""
    announced = _ANNOUNCED.match(text)
    body = announced.end() if announced else 0
    table = text[body:]
    candidates = _PRIORITY if forced is None else (forced,)
    trials = [_best_quote(table, delimiter) for delimiter in candidates]
    if forced is not None:
        return _dialect(trials[0], trials, "It was chosen.", Certainty.CERTAIN, body)
    if announced:
        named = next(trial for trial in trials if trial.delimiter.character == announced[1])
        return _dialect(named, trials, "The first line announces it.", Certainty.CERTAIN, body)
    return _judge(table, trials)


def _judge(text: str, trials: list[_Trial]) -> Dialect:
    steady = [trial for trial in trials if trial.header > 1 and trial.steady >= _STEADY]
    best = max(steady, key=lambda trial: trial.steady, default=None)  # max keeps the first of equals
    if best is None:
        uneven = [trial for trial in trials if trial.header > 1 and trial.split > _HALF]
        best = max(uneven, key=lambda trial: trial.steady, default=None)
    if best is None:
        # Rows of several cells under one line of text: better refused with its row than read as one column.
        uneven = [t for t in trials if t.split > _HALF and t.delimiter is not Delimiter.COMMA]
        best = max(uneven, key=lambda trial: trial.split, default=None)
    if best is None:
        alone = _best_quote(text, Delimiter.NONE)
        others = any(trial.split for trial in trials)
        certainty = Certainty.LIKELY if others else Certainty.CERTAIN
        return _dialect(alone, trials, "No delimiter splits the header and the rows alike.", certainty, 0)
    alike = round(best.steady * best.records)
    evidence = f"It gives {best.header} cells in {alike} of the first {best.records} rows."
    rivals = [trial for trial in steady if trial is not best]
    certainty = Certainty.CERTAIN if alike == best.records and not rivals else Certainty.LIKELY
    return _dialect(best, trials, evidence, certainty, 0)


def _dialect(chosen: _Trial, trials: list[_Trial], evidence: str, certainty: Certainty, body: int) -> Dialect:
    others = [t.delimiter.value for t in trials if t.split and t.delimiter is not chosen.delimiter]
    if chosen.delimiter is not Delimiter.NONE:
        others.append(Delimiter.NONE.value)
    decision = Decision(Subject.DELIMITER, chosen.delimiter.value, evidence, certainty, tuple(others))
    return Dialect(chosen.delimiter, chosen.quote, decision, body)


def _best_quote(text: str, delimiter: Delimiter) -> _Trial:
    """The trial under double quotes unless they do not close, or single quotes make the rows steadier."""
    double = _try(text, delimiter, '"')
    if double is None:
        plain = _try(text, delimiter, None)
        if plain is None:
            return _Trial(delimiter, '"', 0, 0, 0, 0)
        sound = plain.steady == 1 and (plain.header > 1 or delimiter is Delimiter.NONE)
        return plain if sound else replace(plain, quote='"')
    if '"' not in text and "'" in text:
        single = _try(text, delimiter, "'")
        if single is not None and single.steady > double.steady:
            return single
    return double


def _try(text: str, delimiter: Delimiter, quote: str | None) -> _Trial | None:
    try:
        sample = list(islice(filter(None, _records(text, delimiter, quote)), _SAMPLE))
    except csv.Error:
        return None
    widths = [len(record) for record in sample]
    if not widths:
        return _Trial(delimiter, quote, 0, 0, 0, 0)
    steady = sum(width == widths[0] for width in widths) / len(widths)
    split = sum(width > 1 for width in widths) / len(widths)
    return _Trial(delimiter, quote, widths[0], steady, split, len(widths))


def _records(text: str, delimiter: Delimiter, quote: str | None) -> Iterator[list[str]]:
    return csv.reader(
        io.StringIO(text, newline="\n"),
        delimiter=delimiter.character,
        quotechar=quote,
        quoting=csv.QUOTE_NONE if quote is None else csv.QUOTE_MINIMAL,
        skipinitialspace=delimiter is not Delimiter.TAB,
        strict=True,
    )
