"""Dialect: the delimiter and the quotes of a text table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.layout.announced import after_announcement
from agent_svc.data.layout.decimal_pairs import all_decimals, decimals_or_pairs
from agent_svc.data.layout.even_lines import EvenLines
from agent_svc.data.layout.header_row import names_columns
from agent_svc.data.layout.number_lines import delimiter_of_numbers
from agent_svc.data.layout.quoting import SAMPLE, Trial, best_quoting, even_records, quoting_decision, records_of
from agent_svc.data.report import Certainty, Decision, Subject

_STEADY = 0.8  # share of records as wide as the first one, for a delimiter to be taken
_HALF = 0.5  # more records than this have a second cell, for a delimiter to be taken at all
_RUN = 4  # so many records of one width in a row are a table among other lines
_PRIORITY = (  # the rarer in prose, the sooner
    Delimiter.TAB,
    Delimiter.SEMICOLON,
    Delimiter.PIPE,
    Delimiter.COMMA,
    Delimiter.CARET,
    Delimiter.TILDE,
    Delimiter.WIDE_COMMA,
    Delimiter.WIDE_SEMICOLON,
)
_WIDE = (Delimiter.WIDE_COMMA, Delimiter.WIDE_SEMICOLON)
_COLONS = (Delimiter.COLON, Delimiter.WIDE_COLON)
_COMMON = (*_COLONS, Delimiter.SPACE)  # in times and sentences too: only where nothing else delimits
_ANNOUNCED = re.compile(r"(\"?)sep=([,;\t|^~:，；：])\1\n", re.IGNORECASE)
_ANNOUNCED_OTHER = re.compile(r"(\"?)sep=([^\n\"0-9])\1\n", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"[-+]?(?:[0-9]++(?:[.,][0-9]++)?|[.,][0-9]++)(?:[eE][-+]?[0-9]++)?")
_CLOCK = re.compile(r"[0-9]{1,2}[:：][0-9]{2}(?:[:：][0-9]{2})?")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]+)?")


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
        return records_of(text[self.body :], self.delimiter, self.quoting)

    def even_records(self, text: str) -> EvenLines | None:
        """The same where nothing but delimiters cuts the lines of `text`, each into as many cells; else None."""
        return even_records(text[self.body :], self.delimiter, self.quoting)


def with_known_delimiter(text: str) -> str:
    """`text` under a `sep=` line with a tab, or another delimiter that it does not hold, for one that is not known."""
    announced = _ANNOUNCED_OTHER.match(text)
    if announced is None or any(announced[2] == one.character for one in Delimiter):
        return text
    free = next((one.character for one in _PRIORITY if one.character not in text), None)
    return text.replace(announced[2], free) if free else text


def detect_dialect(text: str, forced: Delimiter | None = None, quoting: Quoting | None = None) -> Dialect:
    """The dialect of `text`; never raises: what none fits is one column, or fails later with its place."""
    announced = _ANNOUNCED.match(text)
    body = announced.end() if announced else 0
    table = text[body:]
    if forced is not None:
        chosen = best_quoting(table, forced, quoting)
        reason, sure = "It was chosen.", Certainty.CERTAIN
    elif announced:
        chosen = best_quoting(table, _named(announced[2]), quoting)
        reason, sure = "The first line announces it.", Certainty.CERTAIN
    else:
        chosen, reason, sure = _judge(_announced_part(table), quoting)
    others = [d.value for d in (*_PRIORITY, *_COMMON) if d is not chosen.delimiter and d.character in table[:100_000]]
    if chosen.delimiter is not Delimiter.NONE:
        others.append(Delimiter.NONE.value)
    decision = Decision(Subject.DELIMITER, chosen.delimiter.value, reason, sure, tuple(others))
    return Dialect(chosen.delimiter, chosen.quoting, (decision, *quoting_decision(table, chosen, quoting)), body)


def _announced_part(text: str) -> str:
    """What is below the line that announces the data, or all of `text`."""
    lines = text.split("\n")
    below = after_announcement(lines)
    return "\n".join(lines[below:]) if below else text


def _named(character: str) -> Delimiter:
    return next(one for one in Delimiter if one.character == character)


def _judge(text: str, quoting: Quoting | None) -> tuple[Trial, str, Certainty]:
    told = delimiter_of_numbers(_lines(text), commas=Delimiter.COMMA.character in text)
    if told is not None:
        delimiter, reason, sure = told
        return best_quoting(text, delimiter, quoting), reason, sure
    trials = [best_quoting(text, one, quoting) for one in _PRIORITY if one.character in text]
    steady = [trial for trial in trials if trial.header > 1 and trial.steady >= _STEADY]
    # Chinese sentences are full of wide marks: they delimit where all lines have as many, or not at all.
    trials = [trial for trial in trials if trial.delimiter not in _WIDE or trial in steady]
    best = max(steady, key=lambda trial: trial.steady, default=None)  # max keeps the first of equals
    if best is None:
        tables = [trial for trial in trials if _is_table(trial)]
        best = max(tables, key=_weight, default=None)
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
        return best_quoting(text, Delimiter.NONE, quoting), "No delimiter splits the header and the rows alike.", sure
    if best.delimiter is Delimiter.COMMA and all_decimals(best):
        return decimals_or_pairs(text, best, quoting)
    if best.delimiter is Delimiter.SPACE and best.main == 2 and not _numbers_first(best):
        return best, "Every line could be a name and a number, or one text with a space in it.", Certainty.AMBIGUOUS
    width = best.header if best in steady else best.main
    alike = sum(one == width for one in best.widths)
    evidence = f"It gives {width} cells in {alike} of the first {len(best.widths)} rows."
    rivals = [trial for trial in steady if trial is not best]
    sure = Certainty.CERTAIN if alike == len(best.widths) and not rivals else Certainty.LIKELY
    return best, evidence, sure


def _lines(text: str) -> list[str]:
    return [line.strip() for line in islice(filter(str.strip, text.split("\n")), SAMPLE)]


def _weight(trial: Trial) -> tuple[bool, float]:
    """What splits every line before what does not, then what gives the most cells."""
    return trial.split == 1, trial.table * (trial.main - 1)


def _is_table(trial: Trial) -> bool:
    """Whether enough records are of one width, though the first one is not: a title or a preamble stands above."""
    if trial.main < 2 or trial.widths.count(trial.main) < 2 or (trial.table < _HALF and not _runs(trial)):
        return False
    if trial.delimiter is not Delimiter.COMMA or trial.header > 1:
        return True
    rows = [record for record in trial.sample if len(record) == trial.main]
    decimals = trial.main == 2 and all(cell.strip().isdigit() for record in rows for cell in record[1:])
    prose = all(cell[:1].isspace() for record in rows for cell in record[1:])
    return not prose and not (decimals and all(record[0].strip("+- ").isdigit() for record in rows))


def _runs(trial: Trial) -> bool:
    """Whether four records or more of three cells or more follow one another, between lines without a delimiter.

    Where such lines have some as well, the first of the records has to be names above values.
    """
    if trial.main < 3:
        return False
    wide = [place for place, width in enumerate(trial.widths) if width == trial.main]
    if len(wide) < _RUN or wide[-1] - wide[0] >= len(wide):
        return False
    apart = len(wide) == sum(width > 1 for width in trial.widths)
    return apart or names_columns([trial.sample[place] for place in wide])


def _common(text: str, quoting: Quoting | None) -> Trial | None:
    """Colons or spaces, where they give columns of numbers under names."""
    lines = _lines(text)
    if all(_CLOCK.fullmatch(line) or _GROUPED.fullmatch(line) for line in lines):
        return None
    for delimiter in _COMMON:
        if delimiter.character in text:
            trial = best_quoting(text, delimiter, quoting)
            if trial.main > 1 and _names_over_numbers(trial):
                return trial
    return None


def _names_over_numbers(trial: Trial) -> bool:
    first, rest = trial.sample[0], trial.sample[1:]
    unnamed = trial.main - len(first)  # R leaves the column of row names without one
    if not rest or trial.widths.count(trial.main) < max(2, len(rest)) or unnamed not in (0, 1):
        return False
    if unnamed and (len(first) < 2 or trial.delimiter in _COLONS):
        return False
    if any(_PLAIN_NUMBER.fullmatch(cell) for cell in first):
        return all(_PLAIN_NUMBER.fullmatch(cell) for record in trial.sample for cell in record)
    rows = [record for record in rest if len(record) == trial.main]
    return any(all(_PLAIN_NUMBER.fullmatch(record[place]) for record in rows) for place in range(1, trial.main))


def _numbers_first(trial: Trial) -> bool:
    return all(_PLAIN_NUMBER.fullmatch(record[0]) for record in trial.sample[1:] if record)
