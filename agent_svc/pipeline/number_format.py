"""The number format: how a picture writes numbers where nobody has said, which is as its data were written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from agent_svc.code.rebind import held_options
from agent_svc.code.span import ScriptShapeError
from agent_svc.data.numbers.written_marks import APOSTROPHE, BLANK, WrittenMarks

NAME: Final = "number_format"
AUTO: Final = "auto"
ENGLISH: Final = "1,234.5"
GERMAN: Final = "1.234,5"
SPACED: Final = "1 234,5"  #: valid wherever decimals stand behind a comma
SWISS: Final = "1’234.5"


def drawn_options(
    full: Mapping[str, object],
    marks: Mapping[str, WrittenMarks],
    bindings: Mapping[str, Sequence[str]],
    previous: str = "",
) -> dict[str, object]:
    """All options of a chart with a number format in the place of `auto`; `marks` by column, as the source has them.

    `previous`: the form that is drawn again. One from before there were formats goes without, and is in English.
    """
    options = dict(full)
    if options.get(NAME) == AUTO:
        options[NAME] = number_format(marks, bindings)
        if previous and not _holds_a_format(previous):
            del options[NAME]
    return options


def options_drawn_in(run_form: str, full: Mapping[str, object]) -> dict[str, object]:
    """The same for a finished version, whose run form, which we wrote, says what it was drawn with."""
    if full.get(NAME) != AUTO:
        return dict(full)
    return {**full, NAME: held_options(run_form).get(NAME, ENGLISH)}


def number_format(marks: Mapping[str, WrittenMarks], bindings: Mapping[str, Sequence[str]]) -> str:
    """The format of the bound columns that show one, else of all; English where nothing is shown."""
    bound = {name for names in bindings.values() for name in names}
    shown = [found for name, found in marks.items() if name in bound] or list(marks.values())
    thousands = {found.thousands for found in shown}
    if any(found.decimal == "," for found in shown):
        return _with_comma(marks.values())
    if "." in thousands:  # whole numbers, 1.234.567
        return GERMAN
    if APOSTROPHE in thousands:
        return SWISS
    # 1 234 without decimals anywhere: “1,234” would be one and a bit to most who write so.
    if BLANK in thousands and not any(found.decimal for found in marks.values()):
        return SPACED
    return ENGLISH


def _with_comma(marks: Collection[WrittenMarks]) -> str:
    grouped = {found.thousands for found in marks if found.decimal != "."}
    return GERMAN if "." in grouped else SPACED


def _holds_a_format(form: str) -> bool:
    try:
        return NAME in held_options(form)
    except ScriptShapeError:  # it is told where the form is bound
        return True
