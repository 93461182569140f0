"""Dialect: the delimiter and the quotes of a text table."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.report import Certainty, Decision, Subject

_SAMPLE = 200  # records that are looked at
_STEADY = 0.8  # share of records as wide as the first one, for a delimiter to be taken
_HALF = 0.5  # more records than this have a second cell, for a delimiter to be taken at all
_PRIORITY = (  # the rarer in prose, the sooner
    Delimiter.TAB,
    Delimiter.SEMICOLON,
    Delimiter.PIPE,
    Delimiter.COMMA,
    Delimiter.CARET,
    Delimiter.TILDE,
)
_COMMON = (Delimiter.COLON, Delimiter.SPACE)  # in times and sentences too: only where nothing else delimits
_ANNOUNCED = re.compile(r"(\"?)sep=([,;\t|^~:])\1\n", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"[-+]?[0-9]*[.,]?[0-9]+(?:[eE][-+]?[0-9]+)?")
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]+)?")
_DECIMAL = re.compile(r"[-+]?[0-9]+,[0-9]+")
_LABELLED = re.compile(r"[^:\n]*[^\W\d][^:\n]*:[ \t]+[-+]?[0-9][0-9.,]*[ \t]?%?")
_DECIMAL_ZERO = re.compile(r"[-+]?[0-9]+,0[0-9]+")

# Cells are bounded by our own limit, which names the place; the csv module's would not.
csv.field_size_limit(2**31 - 1)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cells of a text table are told apart."""

    delimiter: Delimiter
    quoting: Quoting
    decisions: tuple[Decision, ...]  # the delimiter, and the quotes where they are not the usual ones
    body: int = 0  # where the table starts in the text

    @property
    def decision(self) -> Decision:
        """The decision on the delimiter."""
        return self.decisions[0]

    def records(self, text: str) -> Iterator[list[str]]:
        """The records of `text` as written, blank lines as `[]`; csv.Error where a quote is never closed."""
        return _records(text[self.body :] if self.body else text, self.delimiter, self.quoting)


@dataclass(frozen=True, slots=True)
class _Trial:
    delimiter: Delimiter
    quoting: Quoting
    sample: Sequence[Sequence[str]]
    widths: Sequence[int]

    @property
    def header(self) -> int:
        """Cells of the first record."""
        return self.widths[0] if self.widths else 0

    @property
    def steady(self) -> float:
        """The share of records as wide as the first one."""
        return self._share(lambda width: width == self.header)

    @property
    def split(self) -> float:
        """The share of records that have a second cell."""
        return self._share(lambda width: width > 1)

    @property
    def main(self) -> int:
        """The commonest width of the records with a second cell; 0 without any."""
        widths = Counter(width for width in self.widths if width > 1)
        return max(widths, key=lambda width: (widths[width], width), default=0)

    @property
    def table(self) -> float:
        """The share of records of the commonest width."""
        return self._share(lambda width: width == self.main)

    def _share(self, holds: Callable[[int], bool]) -> float:
        return sum(map(holds, self.widths)) / len(self.widths) if self.widths else 0.0


def detect_dialect(text: str, forced: Delimiter | None = None, quoting: Quoting | None = None) -> Dialect:
    """The dialect of `text`; never raises: what none fits is one column, or fails later with its place."""
    announced = _ANNOUNCED.match(text)
    body = announced.end() if announced else 0
    table = text[body:]
    if forced is not None:
        chosen = _best_quoting(table, forced, quoting)
        reason, sure = "It was chosen.", Certainty.CERTAIN
    elif announced:
        chosen = _best_quoting(table, _named(announced[2]), quoting)
        reason, sure = "The first line announces it.", Certainty.CERTAIN
    else:
        chosen, reason, sure = _judge(table, quoting)
    others = [d.value for d in (*_PRIORITY, *_COMMON) if d is not chosen.delimiter and d.character in table[:100_000]]
    if chosen.delimiter is not Delimiter.NONE:
        others.append(Delimiter.NONE.value)
    decision = Decision(Subject.DELIMITER, chosen.delimiter.value, reason, sure, tuple(others))
    return Dialect(chosen.delimiter, chosen.quoting, (decision, *_quoting_decision(table, chosen, quoting)), body)


def _named(character: str) -> Delimiter:
    return next(one for one in Delimiter if one.character == character)


def _judge(text: str, quoting: Quoting | None) -> tuple[_Trial, str, Certainty]:
    trials = [_best_quoting(text, one, quoting) for one in _PRIORITY if one.character in text]
    steady = [trial for trial in trials if trial.header > 1 and trial.steady >= _STEADY]
    best = max(steady, key=lambda trial: trial.steady, default=None)  # max keeps the first of equals
    if best is None:
        tables = [trial for trial in trials if _is_table(trial)]
        best = max(tables, key=lambda trial: trial.table, default=None)
    if best is None:
        best = _common(text, quoting)
    if best is None:
        uneven = [trial for trial in trials if trial.header > 1 and trial.split > _HALF]
        best = max(uneven, key=lambda trial: trial.steady, default=None)
    if best is None:
        # Rows of several cells under one line of text: better refused with its row than read as one column.
        uneven = [t for t in trials if t.split > _HALF and t.delimiter is not Delimiter.COMMA]
        best = max(uneven, key=lambda trial: trial.split, default=None)
    if best is None:
        sure = Certainty.LIKELY if any(trial.split for trial in trials) else Certainty.CERTAIN
        return _best_quoting(text, Delimiter.NONE, quoting), "No delimiter splits the header and the rows alike.", sure
    if best.delimiter is Delimiter.COMMA and _all_decimals(best):
        return _decimals_or_pairs(text, best, quoting)
    if best.delimiter is Delimiter.SPACE and best.main == 2 and not _numbers_first(best):
        return best, "Every line could be a name and a number, or one text with a space in it.", Certainty.AMBIGUOUS
    width = best.header if best in steady else best.main
    alike = sum(one == width for one in best.widths)
    evidence = f"It gives {width} cells in {alike} of the first {len(best.widths)} rows."
    rivals = [trial for trial in steady if trial is not best]
    sure = Certainty.CERTAIN if alike == len(best.widths) and not rivals else Certainty.LIKELY
    return best, evidence, sure


def _is_table(trial: _Trial) -> bool:
    """Whether enough records are of one width, though the first one is not: a title or a preamble stands above."""
    if trial.main < 2 or trial.widths.count(trial.main) < 2 or (trial.table < _HALF and not _runs(trial)):
        return False
    if trial.delimiter is not Delimiter.COMMA or trial.header > 1:
        return True
    rows = [record for record in trial.sample if len(record) == trial.main]
    decimals = trial.main == 2 and all(cell.strip().isdigit() for record in rows for cell in record[1:])
    prose = all(cell[:1].isspace() for record in rows for cell in record[1:])
    return not prose and not (decimals and all(record[0].strip("+- ").isdigit() for record in rows))


def _runs(trial: _Trial) -> bool:
    """Whether four records or more of three cells or more follow one another, between lines without a delimiter."""
    wide = [place for place, width in enumerate(trial.widths) if width > 1]
    return (
        trial.main > 2
        and len(wide) > 3
        and wide[-1] - wide[0] < len(wide)
        and len(wide) == trial.widths.count(trial.main)
    )


def _common(text: str, quoting: Quoting | None) -> _Trial | None:
    """Colons or spaces, where they give columns of numbers under names."""
    lines = [line.strip() for line in islice(filter(str.strip, text.split("\n")), _SAMPLE)]
    if all(_CLOCK.fullmatch(line) or _GROUPED.fullmatch(line) for line in lines):
        return None
    if len(lines) > 1 and all(_LABELLED.fullmatch(line) for line in lines):
        return _best_quoting(text, Delimiter.COLON, quoting)
    for delimiter in _COMMON:
        if delimiter.character in text:
            trial = _best_quoting(text, delimiter, quoting)
            if trial.main > 1 and _names_over_numbers(trial):
                return trial
    return None


def _names_over_numbers(trial: _Trial) -> bool:
    first, rest = trial.sample[0], trial.sample[1:]
    unnamed = trial.main - len(first)  # R leaves the column of row names without one
    if not rest or trial.widths.count(trial.main) < max(2, len(rest)) or unnamed not in (0, 1):
        return False
    if unnamed and (len(first) < 2 or trial.delimiter is Delimiter.COLON):
        return False
    if any(_PLAIN_NUMBER.fullmatch(cell) for cell in first):
        return all(_PLAIN_NUMBER.fullmatch(cell) for record in trial.sample for cell in record)
    rows = [record for record in rest if len(record) == trial.main]
    return any(all(_PLAIN_NUMBER.fullmatch(record[place]) for record in rows) for place in range(1, trial.main))


def _numbers_first(trial: _Trial) -> bool:
    return all(_PLAIN_NUMBER.fullmatch(record[0]) for record in trial.sample[1:] if record)


def _all_decimals(trial: _Trial) -> bool:
    return trial.main == 2 and all(_DECIMAL.fullmatch(",".join(record).strip()) for record in trial.sample)


def _decimals_or_pairs(text: str, pairs: _Trial, quoting: Quoting | None) -> tuple[_Trial, str, Certainty]:
    """`1,5` in every line and nothing else: one number or two."""
    zero = next((",".join(r) for r in pairs.sample if _DECIMAL_ZERO.fullmatch(",".join(r).strip())), None)
    if zero is not None:
        reason = f"Every line could be one number with a decimal comma, and “{zero}” can hardly be two numbers."
        return _best_quoting(text, Delimiter.NONE, quoting), reason, Certainty.AMBIGUOUS
    return pairs, "Every line could be two numbers, or one with a decimal comma.", Certainty.AMBIGUOUS


def _quoting_decision(text: str, chosen: _Trial, forced: Quoting | None) -> tuple[Decision, ...]:
    if chosen.quoting is Quoting.DOUBLED and forced is None:
        return ()
    reason = {
        Quoting.DOUBLED: "Double quotes stand around cells.",
        Quoting.BACKSLASH: "Backslashes stand before quotes inside cells.",
        Quoting.SINGLE: "Single quotes around cells make the rows even.",
        Quoting.NONE: "Some quotes are never closed, so they are read as part of the text.",
    }[chosen.quoting]
    sure = Certainty.LIKELY
    if forced is not None:
        reason, sure = "It was chosen.", Certainty.CERTAIN
    likely = [Quoting.DOUBLED, Quoting.NONE]
    likely += [Quoting.BACKSLASH] * ('\\"' in text) + [Quoting.SINGLE] * ("'" in text)
    others = tuple(one.value for one in likely if one is not chosen.quoting)
    return (Decision(Subject.QUOTING, chosen.quoting.value, reason, sure, others),)


def _best_quoting(text: str, delimiter: Delimiter, forced: Quoting | None) -> _Trial:
    """The trial under double quotes unless they do not close, or other ones make the rows steadier."""
    if forced is not None:
        return _try(text, delimiter, forced) or _Trial(delimiter, forced, (), ())
    double = _try(text, delimiter, Quoting.DOUBLED)
    if '\\"' in text:
        escaped = _try(text, delimiter, Quoting.BACKSLASH)
        if escaped is not None and (double is None or escaped.table >= double.table):
            return escaped
    if double is None:
        plain = _try(text, delimiter, Quoting.NONE)
        if plain is None:
            return _Trial(delimiter, Quoting.DOUBLED, (), ())
        sound = plain.steady == 1 and (plain.header > 1 or delimiter is Delimiter.NONE)
        return plain if sound else _Trial(delimiter, Quoting.DOUBLED, plain.sample, plain.widths)
    if '"' not in text and "'" in text:
        single = _try(text, delimiter, Quoting.SINGLE)
        if single is not None and (single.steady > double.steady or _all_in_single_quotes(double)):
            return single
    return double


def _all_in_single_quotes(trial: _Trial) -> bool:
    """Whether every cell of the first record stands in single quotes."""
    first = trial.sample[0] if trial.sample else ()
    return len(first) > 1 and all(len(cell) > 2 and cell[0] == cell[-1] == "'" for cell in first)


def _try(text: str, delimiter: Delimiter, quoting: Quoting) -> _Trial | None:
    try:
        sample = list(islice(filter(None, _records(text, delimiter, quoting)), _SAMPLE))
    except csv.Error:
        return None
    return _Trial(delimiter, quoting, sample, [len(record) for record in sample])


def _records(text: str, delimiter: Delimiter, quoting: Quoting) -> Iterator[list[str]]:
    lines: Iterator[str] = io.StringIO(text, newline="\n")
    if delimiter is Delimiter.SPACE:
        lines = (line.strip() + "\n" for line in lines)
    elif " \n" in text:
        lines = (line if line.strip(" \n") else "\n" for line in lines)  # a line of blanks is a blank line
    return csv.reader(
        lines,
        delimiter=delimiter.character,
        quotechar=quoting.character,
        quoting=csv.QUOTE_NONE if quoting is Quoting.NONE else csv.QUOTE_MINIMAL,
        escapechar="\\" if quoting is Quoting.BACKSLASH else None,
        skipinitialspace=delimiter is not Delimiter.TAB,
        strict=True,
    )
