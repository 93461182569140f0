"""The stages of every picture: its script is checked, run in the time that is left, and judged."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable
from typing import Final, TypeVar

from agent_svc.catalogue import Chart
from agent_svc.code.loader import step_lines
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import paper_of
from agent_svc.code.validate import Profile, validate
from agent_svc.gates.base import Asked, Finding, Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.forms import unfit
from agent_svc.pipeline.judge import judged
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason
from agent_svc.pipeline.render import Renderer, RenderJob, RenderOutcome

T = TypeVar("T")

_SHOWN_PROBLEMS: Final = 20


async def check(run_form: str, profile: Profile, *, has_steps: bool = False) -> None:
    """The validator's word on exactly what will run. Raises Ended when it refuses."""
    found = await asyncio.to_thread(validate, run_form, profile)
    steps = step_lines(run_form) if has_steps else range(0)
    # The steps are the host's own code: what is asked of a model's code alone is not asked of them.
    problems = [problem for problem in found if problem.rule != Profile.ADAPTATION or problem.line not in steps]
    if not problems:
        return
    findings = tuple(
        Finding("validator", Severity.BLOCK, problem.message, location=f"line {problem.line}")
        for problem in problems[:_SHOWN_PROBLEMS]
    )
    more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
    detail = f"The script was not run: line {problems[0].line}: {problems[0].message}{more}."
    raise Ended(PlotReason.CODE_REFUSED, detail, findings=findings)


async def render(draft: Draft, library: str, data_csv: str, renderer: Renderer, deadline: Deadline) -> RenderOutcome:
    """One render, in what is left of the run's time. Raises Ended when nothing is left."""
    timeout_s = deadline.render_timeout_s()
    if not timeout_s:
        raise _too_late(deadline, "before its script could be started")
    job = RenderJob(
        job_id=str(uuid.uuid4()),
        library=library,
        source=draft.run_form,
        data=data_csv.encode("utf-8"),
        theme=draft.theme,
        timeout_s=timeout_s,
    )
    rendered = await in_time(renderer.render(job), deadline, "while it waited for its render")
    draft.render_s = rendered.wall_ms / 1000
    return rendered


async def in_time(call: Awaitable[T], deadline: Deadline, when: str) -> T:
    """The answer of `call` before the hard deadline. Raises Ended after it, when the call has been cancelled."""
    try:
        async with asyncio.timeout(deadline.left_s()) as scope:
            return await call
    except TimeoutError:
        if not scope.expired():
            raise
        raise _too_late(deadline, when) from None


async def judge(draft: Draft, chart: Chart, rendered: RenderOutcome, asked: Asked | None) -> PlotOutcome:
    """The gates' word on the picture, in a worker thread, and the outcome that follows from it. Raises Ended."""
    try:
        paper = paper_of(draft.run_form, draft.theme)
    except ScriptShapeError as error:
        raise unfit(error) from error
    return await asyncio.to_thread(judged, draft, rendered, chart.pixels, paper, asked)


def _too_late(deadline: Deadline, when: str) -> Ended:
    took = f"{deadline.elapsed_s():.0f} s of its {deadline.hard_s:.0f} s"
    return Ended(PlotReason.DEADLINE, f"The plot ran out of time {when}: {took} had passed. Try again in a moment.")
