"""The run: a plot from its specification to its outcome, as named steps read from top to bottom."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from agent_svc.catalogue import Chart
from agent_svc.code.bind import bind
from agent_svc.code.export import with_header
from agent_svc.code.loader import load
from agent_svc.code.normalise import Size, normalise
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme, paper_of, swap_theme
from agent_svc.code.validate import validate
from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.judge import judged
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, Step
from agent_svc.pipeline.readiness import bound_roles, ready_chart
from agent_svc.pipeline.render import Renderer, RenderJob, RenderOutcome
from agent_svc.pipeline.spec import PlotSpec

T = TypeVar("T")
OnStep = Callable[[Step, int], None]

_SHOWN_PROBLEMS: Final = 20


async def run_pipeline(spec: PlotSpec, renderer: Renderer, deadline: Deadline, on_step: OnStep) -> PlotOutcome:
    """Make the plot of `spec`; what goes wrong in it is an outcome. Raises PlotlaneError when it could not be run.

    `on_step` hears each step with its attempt, from 1. Cancelling stops the render.
    """
    draft = Draft(spec.theme)
    try:
        chart = ready_chart(spec)
        on_step(Step.ADAPTING, 1)
        draft.working_form = await asyncio.to_thread(_bind, spec, chart, draft)
        draft.run_form = await _export(spec, chart, draft.working_form, renderer, deadline)
        on_step(Step.CHECKING, 1)
        await _check(draft.run_form)
        on_step(Step.RENDERING, 1)
        render = await _render(draft, spec.library, spec.data_csv, renderer, deadline)
        on_step(Step.REVIEWING, 1)
        return await _judge(draft, chart, render)
    except Ended as ended:
        return draft.ended(ended)


async def render_theme(
    run_form: str,
    data_csv: str,
    theme: Theme,
    *,
    chart: Chart,
    library: str,
    renderer: Renderer,
    deadline: Deadline,
) -> PlotOutcome:
    """A finished version in `theme`, from its run form. Raises PlotlaneError when it could not be run."""
    draft = Draft(theme)
    try:
        draft.run_form = await asyncio.to_thread(_themed, run_form, theme)
        await _check(draft.run_form)
        render = await _render(draft, library, data_csv, renderer, deadline)
        return await _judge(draft, chart, render)
    except Ended as ended:
        return draft.ended(ended)


def _bind(spec: PlotSpec, chart: Chart, draft: Draft) -> str:
    """The working form: theme, roles and options put into the chart's script."""
    options = chart.validate_options(spec.options)
    try:
        normal = normalise(chart.script(spec.library), Size(chart.size))
        draft.findings += [Finding("normaliser", Severity.NOTE, f"{change}.") for change in normal.changes]
        return bind(normal.source, chart.theme_block(spec.library), bound_roles(chart, spec), options, spec.theme)
    except ScriptShapeError as error:
        raise _unfit(error) from error


async def _export(spec: PlotSpec, chart: Chart, working_form: str, renderer: Renderer, deadline: Deadline) -> str:
    """The run form: the data read with its types, under the header that says what it runs with."""
    runtime = await _in_time(renderer.runtime(spec.library), deadline, "before the renderer answered")
    return with_header(
        await asyncio.to_thread(load, working_form, spec.columns),
        chart_id=chart.id,
        library=spec.library,
        versions=runtime.versions,
        font=runtime.fonts[0] if runtime.fonts else "",
    )


async def _check(run_form: str) -> None:
    """The validator's word on exactly what will run."""
    problems = await asyncio.to_thread(validate, run_form)
    if not problems:
        return
    findings = tuple(
        Finding("validator", Severity.BLOCK, problem.message, location=f"line {problem.line}")
        for problem in problems[:_SHOWN_PROBLEMS]
    )
    more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
    detail = f"The script was not run: line {problems[0].line}: {problems[0].message}{more}."
    raise Ended(PlotReason.CODE_REFUSED, detail, findings=findings)


async def _render(draft: Draft, library: str, data_csv: str, renderer: Renderer, deadline: Deadline) -> RenderOutcome:
    """One render, in what is left of the run's time."""
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
    render = await _in_time(renderer.render(job), deadline, "while it waited for its render")
    draft.render_s = render.wall_ms / 1000
    return render


async def _in_time(call: Awaitable[T], deadline: Deadline, when: str) -> T:
    """The answer of `call` before the hard deadline; after it the call is cancelled and the run ends."""
    try:
        async with asyncio.timeout(deadline.left_s()) as scope:
            return await call
    except TimeoutError:
        if not scope.expired():
            raise
        raise _too_late(deadline, when) from None


async def _judge(draft: Draft, chart: Chart, render: RenderOutcome) -> PlotOutcome:
    """The gates' word on the picture, in a worker thread, and the outcome that follows from it."""
    try:
        paper = paper_of(draft.run_form, draft.theme)
    except ScriptShapeError as error:
        raise _unfit(error) from error
    return await asyncio.to_thread(judged, draft, render, chart.pixels, paper)


def _themed(run_form: str, theme: Theme) -> str:
    try:
        return swap_theme(run_form, theme)
    except ScriptShapeError as error:
        raise _unfit(error) from error


def _unfit(error: ScriptShapeError) -> Ended:
    return Ended(PlotReason.CODE_REFUSED, f"The chart's script cannot be used: {error}.")


def _too_late(deadline: Deadline, when: str) -> Ended:
    took = f"{deadline.elapsed_s():.0f} s of its {deadline.hard_s:.0f} s"
    return Ended(PlotReason.DEADLINE, f"The plot ran out of time {when}: {took} had passed. Try again in a moment.")
