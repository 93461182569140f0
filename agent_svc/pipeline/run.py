"""The run: a plot from its specification to its outcome, as named steps read from top to bottom."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from agent_svc.catalogue import Chart
from agent_svc.code.theme import Theme
from agent_svc.code.units import names_with_units
from agent_svc.code.validate import Profile
from agent_svc.errors import InvalidError
from agent_svc.gates.base import Asked, Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.drawn_table import drawn_table
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.forms import bound_form, run_form_of, themed
from agent_svc.pipeline.number_format import options_drawn_in
from agent_svc.pipeline.outcome import PlotOutcome, Step
from agent_svc.pipeline.readiness import ready_chart
from agent_svc.pipeline.render import Renderer, Runtime
from agent_svc.pipeline.repairs import Plan, repaired
from agent_svc.pipeline.spec import PlotSpec
from agent_svc.pipeline.stages import check, in_time, judge, render
from plotlane_kit.errors import PlotlaneError

OnStep = Callable[[Step, int], None]

MAX_REPAIRS: Final = 2  #: renders beyond the first


async def run_pipeline(spec: PlotSpec, renderer: Renderer, deadline: Deadline, on_step: OnStep) -> PlotOutcome:
    """Make the plot of `spec`; what goes wrong in it is an outcome. Raises PlotlaneError when it could not be run.

    `on_step` hears each step with its attempt, from 1. Cancelling stops the render.
    """
    draft = Draft(spec.theme)
    try:
        chart = ready_chart(spec)
        plan = Plan(chart, spec.library, spec.options_of(chart))
        on_step(Step.ADAPTING, 1)
        runtime = await in_time(renderer.runtime(spec.library), deadline, "before the renderer answered")
        plan = replace(plan, fonts=runtime.fonts)
        first = await _drawn(draft, spec, plan, runtime, renderer, deadline, on_step)
    except Ended as ended:
        return draft.ended(ended)
    return await _repaired(first, spec, plan, runtime, renderer, deadline, on_step)


async def _drawn(
    draft: Draft,
    spec: PlotSpec,
    plan: Plan,
    runtime: Runtime,
    renderer: Renderer,
    deadline: Deadline,
    on_step: OnStep,
) -> PlotOutcome:
    """One picture of `plan`, judged. Raises Ended when there is none to show."""
    draft.working_form = await asyncio.to_thread(bound_form, spec, plan, draft)
    draft.run_form = await asyncio.to_thread(run_form_of, spec, plan.chart, draft.working_form, runtime)
    on_step(Step.CHECKING, 1)
    profile = Profile.ADAPTATION if spec.is_adapted else Profile.SECURITY
    await check(draft.run_form, profile, has_steps=spec.preparation is not None)
    on_step(Step.RENDERING, 1)
    rendered = await render(draft, spec.library, spec.read_csv, renderer, deadline)
    on_step(Step.REVIEWING, 1)
    asked = Asked(plan.chart, spec.library, spec.columns, spec.data_csv, spec.bindings, plan.options, spec.shown)
    return await judge(draft, plan.chart, rendered, asked)


async def _repaired(
    best: PlotOutcome,
    spec: PlotSpec,
    plan: Plan,
    runtime: Runtime,
    renderer: Renderer,
    deadline: Deadline,
    on_step: OnStep,
) -> PlotOutcome:
    """The better picture after at most two repairs, each of which is kept only when it leaves fewer findings."""
    render_s = best.render_s
    findings = best.findings
    for attempt in range(1, MAX_REPAIRS + 1):
        if not _attentions(best) or not deadline.has_time_for_a_repair():
            break
        changed = repaired(plan, findings)
        if changed is None:
            break
        plan = changed
        on_step(Step.REPAIRING, attempt)
        draft = Draft(spec.theme, changes=plan.changes, changed_options=_set_by_repairs(spec, plan))
        try:
            made = await _drawn(draft, spec, plan, runtime, renderer, deadline, _unheard)
        except (Ended, PlotlaneError):  # what is there already stays
            render_s += draft.render_s
            break
        render_s += made.render_s
        findings = made.findings
        if _attentions(made) < _attentions(best):
            best = made
    return replace(best, render_s=render_s)


def _attentions(outcome: PlotOutcome) -> int:
    return sum(finding.severity is Severity.ATTENTION for finding in outcome.findings)


def _set_by_repairs(spec: PlotSpec, plan: Plan) -> dict[str, object]:
    before = spec.options_of(plan.chart)
    return {name: value for name, value in plan.options.items() if before[name] != value}


def _unheard(_step: Step, _attempt: int) -> None:
    """The steps inside a repair are the repair."""


async def render_theme(
    run_form: str,
    data_csv: str,
    theme: Theme,
    *,
    chart: Chart,
    library: str,
    renderer: Renderer,
    deadline: Deadline,
    bindings: Mapping[str, tuple[str, ...]],
    options: Mapping[str, object],
    steps: Sequence[Mapping[str, Any]] = (),
) -> PlotOutcome:
    """A finished version in `theme`, from its run form. Raises PlotlaneError when it could not be run.

    `bindings`, `options` and data `steps` are those of the version, for its read-back.
    """
    draft = Draft(theme)
    try:
        draft.run_form = await asyncio.to_thread(themed, run_form, theme)
        await check(draft.run_form, Profile.SECURITY)
        rendered = await render(draft, library, data_csv, renderer, deadline)
        asked = await asyncio.to_thread(_asked_again, run_form, data_csv, chart, library, bindings, options, steps)
        return await judge(draft, chart, rendered, asked)
    except Ended as ended:
        return draft.ended(ended)


def working_form(spec: PlotSpec) -> str:
    """The working form that a change of `spec` is made in. Raises Ended."""
    chart = ready_chart(spec)
    plan = Plan(chart, spec.library, spec.options_of(chart))
    return bound_form(replace(spec, rewriting=None), plan, Draft(spec.theme))


def _asked_again(
    run_form: str,
    data_csv: str,
    chart: Chart,
    library: str,
    bindings: Mapping[str, tuple[str, ...]],
    options: Mapping[str, object],
    steps: Sequence[Mapping[str, Any]],
) -> Asked | None:
    """What a version was asked to show; None when its chart has changed since and no longer has its options."""
    try:
        columns, drawn_csv = drawn_table(run_form, data_csv, steps)
        full = options_drawn_in(run_form, chart.validate_options(options))
        return Asked(chart, library, columns, drawn_csv, bindings, full, names_with_units(run_form))
    except InvalidError:
        return None
