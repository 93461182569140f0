"""Readiness: whether a plot has all that it needs, and what to do when it has not."""

from __future__ import annotations

from agent_svc.catalogue import Chart, Role
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotReason, PlotStatus
from agent_svc.pipeline.spec import PlotSpec


def ready_chart(spec: PlotSpec) -> Chart:
    """The chart of a plot that can be made. Raises Ended (not_ready) naming what is missing."""
    if spec.chart is None:
        raise _not_ready(PlotReason.NO_CHART, "No chart is chosen yet; choose one, then create the plot.")
    if not spec.data_csv or not spec.columns:
        raise _not_ready(PlotReason.NO_DATA, "There is no data yet; paste a table with a header row first.")
    missing = tuple(role for role in spec.chart.roles if _lacks_columns(role, spec))
    if missing:
        wanted = "; ".join(f"{role.title} takes {_taken(role)}" for role in missing)
        names = tuple(role.name for role in missing)
        detail = f"{spec.chart.title} still needs a column for: {wanted}."
        raise _not_ready(PlotReason.MISSING_ROLES, detail, names)
    return spec.chart


def bound_roles(chart: Chart, spec: PlotSpec) -> dict[str, str | list[str]]:
    """The roles as the script reads them: a column each, a list for a family, nothing for a role that is not bound.

    Columns have the names that the picture shows.
    """
    bound: dict[str, str | list[str]] = {}
    shown = spec.shown
    for role in chart.roles:
        if columns := [shown.get(name, name) for name in spec.bindings.get(role.name, ())]:
            bound[role.name] = columns if role.family else columns[0]
    return bound


def _lacks_columns(role: Role, spec: PlotSpec) -> bool:
    known = {column.name for column in spec.columns}
    bound = spec.bindings.get(role.name, ())
    if not bound:
        return role.required
    return len(bound) < role.min or not known.issuperset(bound)


def _taken(role: Role) -> str:
    kinds = " or ".join(role.types)
    if not role.family:
        return f"one {kinds} column"
    return f"{role.min} to {role.max} {kinds} columns"


def _not_ready(reason: PlotReason, detail: str, missing_roles: tuple[str, ...] = ()) -> Ended:
    return Ended(reason, detail, status=PlotStatus.NOT_READY, missing_roles=missing_roles)
