"""Quoting: the records of a text under a delimiter and the quotes that fit it best."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.layout.even_lines import EvenLines, even_lines
from agent_svc.data.layout.pieces import pieces_of
from agent_svc.data.report import Certainty, Decision, Subject

SAMPLE = 200  # records that are looked at

# Cells are bounded by our own limit, which names the place; the csv module's would not.
csv.field_size_limit(2**31 - 1)


@dataclass(frozen=True, slots=True)
class Trial:
    """The first records of a text under a delimiter and quotes, and how wide each is."""

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


def quoting_decision(text: str, chosen: Trial, forced: Quoting | None) -> tuple[Decision, ...]:
    """The decision on the quotes, where they are not the usual ones."""
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


def best_quoting(text: str, delimiter: Delimiter, forced: Quoting | None) -> Trial:
    """The trial under double quotes unless they do not close, or other ones make the rows steadier."""
    if forced is not None:
        return _try(text, delimiter, forced) or Trial(delimiter, forced, (), ())
    double = _try(text, delimiter, Quoting.DOUBLED)
    if "\\" in text and '\\"' in text:
        escaped = _try(text, delimiter, Quoting.BACKSLASH)
        if escaped is not None and (double is None or escaped.table >= double.table):
            return escaped
    if double is None:
        plain = _try(text, delimiter, Quoting.NONE)
        if plain is None:
            return Trial(delimiter, Quoting.DOUBLED, (), ())
        sound = plain.steady == 1 and (plain.header > 1 or delimiter is Delimiter.NONE)
        return plain if sound else Trial(delimiter, Quoting.DOUBLED, plain.sample, plain.widths)
    if '"' not in text and "'" in text:
        single = _try(text, delimiter, Quoting.SINGLE)
        if single is not None and (single.steady > double.steady or _all_in_single_quotes(double)):
            return single
    return double


def _all_in_single_quotes(trial: Trial) -> bool:
    """Whether every cell of the first record stands in single quotes."""
    first = trial.sample[0] if trial.sample else ()
    return len(first) > 1 and all(len(cell) > 2 and cell[0] == cell[-1] == "'" for cell in first)


def _try(text: str, delimiter: Delimiter, quoting: Quoting) -> Trial | None:
    try:
        sample = list(islice(filter(None, records_of(text, delimiter, quoting)), SAMPLE))
    except csv.Error:
        return None
    return Trial(delimiter, quoting, sample, [len(record) for record in sample])


def records_of(text: str, delimiter: Delimiter, quoting: Quoting) -> Iterator[list[str]]:
    """The records of `text` as written, blank lines as `[]`; csv.Error where a quote is never closed."""
    read, mark = 0, delimiter.character
    for piece in pieces_of(text):
        if not _is_bare(piece, delimiter, quoting):
            yield from _quoted_records(text[read:], delimiter, quoting)
            return
        yield from (line.split(mark) if line else [] for line in piece.removesuffix("\n").split("\n"))
        read += len(piece)


def even_records(text: str, delimiter: Delimiter, quoting: Quoting) -> EvenLines | None:
    """The records of `text` where its lines are cut into as many cells each by nothing but the delimiter, else None."""
    bare = all(_is_bare(piece, delimiter, quoting) for piece in pieces_of(text))
    return even_lines(text, delimiter.character) if bare else None


def _quoted_records(text: str, delimiter: Delimiter, quoting: Quoting) -> Iterator[list[str]]:
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


def _is_bare(text: str, delimiter: Delimiter, quoting: Quoting) -> bool:
    """Whether nothing but delimiters and line ends says where cells end: no quotes, no blanks in front of cells."""
    if delimiter is Delimiter.SPACE or quoting is Quoting.BACKSLASH or "\r" in text:
        return False
    if quoting.character is not None and quoting.character in text:
        return False
    if " " not in text:
        return True
    if delimiter is Delimiter.TAB:
        return " \n" not in text
    return not text.startswith(" ") and "\n " not in text and f"{delimiter.character} " not in text
