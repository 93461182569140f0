"""The options: a session keeps those that differ from its chart's defaults."""

from __future__ import annotations

from agent_svc.catalogue import Chart
from agent_svc.errors import InvalidError
from agent_svc.sessions.version import Options


def full_options(chart: Chart | None, options: Options) -> dict[str, object]:
    """Every option of the chart with its value or default; empty without a chart."""
    return {} if chart is None else chart.validate_options(options)


def changed_options(chart: Chart, before: Options, changes: Options) -> dict[str, object]:
    """`before` with `changes`; None takes the default back. Raises `InvalidError` with every refused option."""
    named = {name: value for name, value in changes.items() if value is not None or chart.option(name) is None}
    chart.validate_options(named)
    wanted = {name: value for name, value in {**before, **changes}.items() if value is not None}
    return _differing(chart, wanted)


def kept_options(chart: Chart, before: Options) -> dict[str, object]:
    """Those of `before` that another chart takes as they are."""
    return _differing(chart, {name: value for name, value in before.items() if _takes(chart, name, value)})


def _differing(chart: Chart, options: Options) -> dict[str, object]:
    full = chart.validate_options(options)
    return {option.name: full[option.name] for option in chart.options if full[option.name] != option.default}


def _takes(chart: Chart, name: str, value: object) -> bool:
    try:
        chart.validate_options({name: value})
    except InvalidError:
        return False
    return True
