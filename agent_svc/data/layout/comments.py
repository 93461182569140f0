"""Comments: lines that begin with a mark and are no rows, and a header that hides behind such a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from agent_svc.data.choices import Kept
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_MARKS: Final = ("#", "//", "%")
_LINE = re.compile(r"[ \t]*(#|//|%)")
_SPLITS: Final = (",", "\t", ";", "|", None)  # None: any blanks
_NUMBER = re.compile(r"[-+]?[0-9.,]+(?:[eE][-+]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Uncommented:
    """Text whose comment lines are empty, so that the numbers of rows stay."""

    text: str
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


def without_comments(text: str, reading: Reading) -> Uncommented:
    """`text` without its comments; as it is where no line begins with a mark, or the user keeps them."""
    # One character is found at once, several together are not.
    if not any(mark[0] in text and (text.startswith(mark) or f"\n{mark}" in text) for mark in _MARKS):
        return Uncommented(text)
    lines = text.split("\n")
    comments = _comments(lines)
    if not comments:
        return Uncommented(text)
    if reading.comments is Kept.KEPT:
        return Uncommented(text, (_decision(Kept.KEPT, "It was chosen.", Certainty.CERTAIN),))
    top, header = _hidden_header(lines, comments)
    for number in comments:
        lines[number] = ""
    notices: list[Notice] = []
    if header is not None:
        lines[top] = header
        comments.remove(top)
        if header != text.split("\n")[top]:
            message = f"Row {top + 1} begins with a comment mark and names the columns; the mark is taken out."
            notices.append(Notice(NoticeKind.RENAMED, message, rows=(top + 1,)))
    if not comments:
        return Uncommented("\n".join(lines), (), tuple(notices))
    rows = tuple(number + 1 for number in comments)
    mark = (_LINE.match(text.split("\n")[comments[0]]) or [""])[0].strip()
    reason = f"{len(rows)} {'line begins' if len(rows) == 1 else 'lines begin'} with “{mark}”."
    sure = Certainty.LIKELY if reading.comments is None else Certainty.CERTAIN
    notices.append(Notice(NoticeKind.DROPPED, f"Comment in {rows_text(rows)} left out.", rows=rows))
    return Uncommented("\n".join(lines), (_decision(Kept.LEFT_OUT, reason, sure),), tuple(notices))


def _decision(chosen: Kept, evidence: str, certainty: Certainty) -> Decision:
    other = Kept.KEPT if chosen is Kept.LEFT_OUT else Kept.LEFT_OUT
    return Decision(Subject.COMMENTS, chosen.value, evidence, certainty, (other.value,))


def _comments(lines: Sequence[str]) -> list[int]:
    """The places of the lines that are comments: at the top, or of another width than the rows around them."""
    marked = [number for number, line in enumerate(lines) if _LINE.match(line)]
    plain = [number for number, line in enumerate(lines) if line.strip() and not _LINE.match(line)]
    if not plain:
        return marked if all(_spaced(lines[number]) for number in marked) else []
    top = [number for number in marked if number < plain[0]]
    mark = next((c for c in ("\t", ";", "|", ",") if c in lines[plain[-1]]), None)
    width = lines[plain[-1]].count(mark) if mark else 0
    odd = [n for n in marked if n > plain[0] and mark and lines[n].count(mark) != width]
    return top + _outside_quotes(lines, odd)


def _spaced(line: str) -> bool:
    mark = _LINE.match(line)
    return mark is not None and (line[mark.end() :][:1] in ("", " ", "\t"))


def _outside_quotes(lines: Sequence[str], numbers: Sequence[int]) -> list[int]:
    """Those of `numbers`, in order, before which all quotes are closed; one way through the lines for all of them."""
    quotes = list(accumulate((line.count('"') for line in lines), initial=0)) if numbers else []
    return [number for number in numbers if quotes[number] % 2 == 0]


def _hidden_header(lines: Sequence[str], comments: Sequence[int]) -> tuple[int, str | None]:
    """The last comment above the table without its mark, where it has a name for each cell below it."""
    commented = frozenset(comments)
    below = next((number for number, line in enumerate(lines) if line.strip() and number not in commented), None)
    top = [number for number in comments if below is not None and number < below]
    if below is None or not top:
        return -1, None
    line = lines[top[-1]]
    for mark in _SPLITS:
        names = _bare(line) if mark is None or _is_marked_name(line, mark) else line
        header, row = names.split(mark), lines[below].split(mark)
        if len(header) == len(row) > 1 and (_named(header, row) or (mark is not None and not _spaced(line))):
            return top[-1], names
    return -1, None


def _bare(line: str) -> str:
    return _LINE.sub("", line, count=1).strip()


def _is_marked_name(line: str, delimiter: str) -> bool:
    """Whether a name of its own follows the mark; in `# of items`, `% change` and a lone `#` the mark is the name."""
    return not line.startswith("%") and len(_bare(line).split(delimiter)[0].split()) == 1


def _named(header: Sequence[str], row: Sequence[str]) -> bool:
    numbers = [cell for cell in row if _NUMBER.fullmatch(cell.strip())]
    return bool(numbers) and not any(_NUMBER.fullmatch(cell.strip()) or not cell.strip() for cell in header)
