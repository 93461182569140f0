"""Number lines: lines of numbers, with or without names, whose commas and blanks would mislead trials of delimiters."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc.data.choices import Delimiter
from agent_svc.data.layout.blank_decimals import are_blank_decimals, are_grouped, may_be_pairs
from agent_svc.data.layout.labelled import labelling
from agent_svc.data.report import Certainty


def delimiter_of_numbers(lines: Sequence[str], *, commas: bool) -> tuple[Delimiter, str, Certainty] | None:
    """The delimiter of such `lines`, trimmed and not blank, why, and how sure that is; None for others.

    `commas` tells whether there are any in all of the text.
    """
    colon = labelling(lines)
    if colon is not None:
        sure = Certainty.LIKELY if commas else Certainty.CERTAIN
        return colon, "Its lines are a name, a colon and one number each.", sure
    if are_grouped(lines):
        return Delimiter.NONE, "Every line is one number, with blanks between thousands.", Certainty.LIKELY
    if not are_blank_decimals(lines):
        return None
    if may_be_pairs(lines):
        reason = "Blanks cut each line into as many cells, each of which could be one number or two."
        return Delimiter.SPACE, reason, Certainty.AMBIGUOUS
    reason = "Blanks cut each line into as many cells, in which commas mark decimals."
    return Delimiter.SPACE, reason, Certainty.LIKELY
