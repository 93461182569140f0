"""The way back: the working form of a finished version from its run form, which is all that is stored of its code."""

from __future__ import annotations

from typing import Final

from agent_svc.code.loader import STEPS_BEGIN, STEPS_END, orders_a_column
from agent_svc.code.regions import locate
from agent_svc.code.span import Span, parse, span_of, splice
from agent_svc.code.units import UNITS_NOTE, names_columns

_HEADER: Final = "# Made by Plotlane:"


def working_form_of(run_form: str) -> str:
    """The working form that `load` and `with_header` made `run_form` of.

    The header goes, and what reads the data, orders its columns, takes its steps and names their units becomes
    `df = load_user_data()` again. Raises ScriptShapeError when `run_form` is none.
    """
    source = _without_header(run_form)
    begin = locate(source).data
    end = begin.end
    for node in parse(source).body:
        span = span_of(source, node)
        if span.start > begin.start and orders_a_column(node):
            end = max(end, span.end)
        elif span.start > end:
            break
    steps = f"\n\n{STEPS_BEGIN}\n"
    if source.startswith(steps, end):
        last = source.find(f"\n{STEPS_END}", end)
        end = last + len(STEPS_END) + 1 if last > 0 else end
    units = f"\n\n{UNITS_NOTE}\n"
    if source.startswith(units, end):
        following = (span_of(source, node) for node in parse(source).body if names_columns(node))
        end = next((span.end for span in following if span.start == end + len(units)), end)
    return splice(source, [(Span(begin.start, end), "df = load_user_data()")])


def _without_header(run_form: str) -> str:
    if not run_form.startswith(_HEADER):
        return run_form
    lines = run_form.split("\n")
    first = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n".join(lines[first + 1 :])
