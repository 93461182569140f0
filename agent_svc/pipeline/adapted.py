"""The adapted run: a plot whose code an author changes, with one more try when the first does not do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from agent_svc.code.rewriting import Rewriting
from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.author import Author
from agent_svc.pipeline.complaints import complaints_of
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotOutcome, Step
from agent_svc.pipeline.render import Renderer
from agent_svc.pipeline.run import OnStep, run_pipeline, working_form
from agent_svc.pipeline.spec import PlotSpec
from agent_svc.pipeline.stages import in_time
from plotlane_kit.errors import PlotlaneError, Reason

#: What the user must hear when it kept a bad first try from being mended.
_TOLD: Final = frozenset({Reason.BUSY, Reason.BUDGET, Reason.CONFLICT, Reason.DRAINING})


async def run_adapted(
    spec: PlotSpec, author: Author, renderer: Renderer, deadline: Deadline, on_step: OnStep
) -> PlotOutcome:
    """Make the plot of `spec` in code that `author` changes; as `run_pipeline`. Raises also what the author raises.

    What is better of the two tries is the outcome: one with a picture, then the one with fewer findings.
    """
    on_step(Step.ADAPTING, 1)
    spec = replace(spec, whole=True)
    try:
        form = await asyncio.to_thread(working_form, spec)
        tried = await in_time(author.write(form), deadline, "while its code was being changed")
        first = await _run(spec, tried, renderer, deadline, on_step)
        return await _mended(spec, form, tried, first, author, renderer, deadline, on_step)
    except Ended as ended:
        return Draft(spec.theme).ended(ended)


async def _mended(
    spec: PlotSpec,
    form: str,
    tried: Rewriting,
    first: PlotOutcome,
    author: Author,
    renderer: Renderer,
    deadline: Deadline,
    on_step: OnStep,
) -> PlotOutcome:
    complaints = complaints_of(first)
    if not complaints or not deadline.has_time_for_a_repair():
        return first
    on_step(Step.REPAIRING, 1)
    try:
        again = await in_time(author.mend(form, tried, complaints), deadline, "while its code was being mended")
        second = await _run(spec, again, renderer, deadline, _unheard)
    except (Ended, PlotlaneError) as error:
        if first.png or not isinstance(error, PlotlaneError) or error.reason not in _TOLD:
            return first  # what is there already stays
        raise
    no_picture = not first.png and not second.png
    best = second if no_picture or _rank(second) < _rank(first) else first
    return replace(best, render_s=first.render_s + second.render_s)


async def _run(
    spec: PlotSpec, rewriting: Rewriting, renderer: Renderer, deadline: Deadline, on_step: OnStep
) -> PlotOutcome:
    outcome = await run_pipeline(replace(spec, rewriting=rewriting), renderer, deadline, on_step)
    if not outcome.png:
        return outcome
    said = rewriting.summary or "The code was changed."
    note = Finding("adapter", Severity.NOTE, said)
    return replace(outcome, changes=(said, *outcome.changes), findings=(*outcome.findings, note))


def _rank(outcome: PlotOutcome) -> tuple[bool, int]:
    return not outcome.png, sum(finding.severity is Severity.ATTENTION for finding in outcome.findings)


def _unheard(_step: Step, _attempt: int) -> None:
    """The steps inside a repair are the repair."""
