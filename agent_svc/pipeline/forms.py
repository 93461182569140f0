"""The forms: the script of a chart with its roles and options, and with the data and the header that it runs with."""

from __future__ import annotations

from collections.abc import Mapping

from agent_svc.catalogue import Chart
from agent_svc.code.bind import bind
from agent_svc.code.edits import insert_after_theme, insert_before_save
from agent_svc.code.export import with_header
from agent_svc.code.loader import load
from agent_svc.code.normalise import Size, normalise
from agent_svc.code.rebind import rebound
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme, swap_theme
from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotReason
from agent_svc.pipeline.readiness import bound_roles
from agent_svc.pipeline.render import Runtime
from agent_svc.pipeline.repairs import Plan
from agent_svc.pipeline.spec import PlotSpec


def bound_form(spec: PlotSpec, plan: Plan, draft: Draft) -> str:
    """The working form: theme, roles and options put into the chart's script, with what repairs add. Raises Ended."""
    try:
        form = _form(spec, plan, draft)
        for statements in plan.after_theme:
            form = insert_after_theme(form, statements)
        for statements in plan.before_save:
            form = insert_before_save(form, statements)
        return form
    except ScriptShapeError as error:
        raise unfit(error) from error


def _form(spec: PlotSpec, plan: Plan, draft: Draft) -> str:
    """The form before repairs: from the catalogue or an earlier version, with what was changed in it."""
    roles, options = bound_roles(plan.chart, spec), _with_shown_names(plan.options, spec.shown)
    ignored = plan.chart.ignored(spec.library, plan.options)
    draft.findings += [
        Finding("options", Severity.NOTE, f"The option {name} has no effect in {spec.library}: {why}")
        for name, why in ignored.items()
    ]
    if spec.previous:
        form = rebound(spec.previous, roles, options, spec.theme)
    else:
        script = _normalised(plan.chart.script(spec.library), plan.chart, draft)
        form = bind(script, plan.chart.theme_block(spec.library), roles, options, spec.theme, whole=spec.whole)
    if spec.rewriting is None:
        return form
    try:
        return _normalised(spec.rewriting.applied_to(form), plan.chart, draft)
    except ScriptShapeError as error:
        raise Ended(PlotReason.CODE_REFUSED, f"The change of the code could not be made: {error}.") from error


def _with_shown_names(options: Mapping[str, object], shown: Mapping[str, str]) -> dict[str, object]:
    """`options` with the name to highlight as the picture has it."""
    return {name: shown.get(str(value), value) if name == "highlight" else value for name, value in options.items()}


def _normalised(source: str, chart: Chart, draft: Draft) -> str:
    normal = normalise(source, Size(chart.size))
    draft.findings += [Finding("normaliser", Severity.NOTE, f"{change}.") for change in normal.changes]
    return normal.source


def run_form_of(spec: PlotSpec, chart: Chart, working_form: str, runtime: Runtime) -> str:
    """The run form: the data read with its types, under the header that says what it runs with."""
    prepared = spec.preparation
    columns, steps = (spec.columns, ()) if prepared is None else (prepared.columns, prepared.code)
    loaded = load(working_form, columns, steps, spec.shown)
    return with_header(
        loaded,
        chart_id=chart.id,
        library=spec.library,
        versions=runtime.versions,
        font=runtime.fonts[0] if runtime.fonts else "",
    )


def themed(run_form: str, theme: Theme) -> str:
    """The run form in `theme`. Raises Ended."""
    try:
        return swap_theme(run_form, theme)
    except ScriptShapeError as error:
        raise unfit(error) from error


def unfit(error: ScriptShapeError) -> Ended:
    """The end of a run whose script has not the shape that it must have."""
    return Ended(PlotReason.CODE_REFUSED, f"The chart's script cannot be used: {error}.")
