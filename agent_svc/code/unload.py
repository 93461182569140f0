"""The way back: the working form of a finished version from its run form, which is all that is stored of its code."""

from __future__ import annotations

from typing import Final

from agent_svc.code.loader import STEPS_BEGIN, STEPS_END, orders_a_column
from agent_svc.code.regions import locate
from agent_svc.code.span import Span, parse, span_of, splice

_HEADER: Final = "# Made by Plotlane:"


def working_form_of(run_form: str) -> str:
    """The working form that `load` and `with_header` made `run_form` of.

    The header goes, and what reads the data, orders its columns and takes its steps becomes `df = load_user_data()`
    again. Raises ScriptShapeError when `run_form` is none.
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
    return splice(source, [(Span(begin.start, end), "df = load_user_data()")])


def _without_header(run_form: str) -> str:
    if not run_form.startswith(_HEADER):
        return run_form
    lines = run_form.split("\n")
    first = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n".join(lines[first + 1 :])
