"""The switched session: the same data with another chart or library."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.sessions.eligibility import check_eligible
from agent_svc.sessions.mapping import carried, remapped
from agent_svc.sessions.options import kept_options
from agent_svc.sessions.session import Session


def switched(session: Session, catalogue: Catalogue, dataset: Dataset | None, chart_id: str, library: str) -> Session:
    """`session` with this chart and library; an empty one stays as it is.

    Options, bindings that the user chose, and the categories and the amount that are drawn are kept where the new chart
    has them; other automatic bindings are found anew.
    Raises `UnknownChartError` that names the nearest, or `NotEligibleError` when the two do not go together.
    """
    session = replace(session, library=library or session.library)
    if not (chart_id or session.chart_id):
        return session
    chart = catalogue.get(chart_id or session.chart_id)
    check_eligible(chart, session.library)
    if chart.id == session.chart_id:
        return session
    if dataset is not None and session.chart_id:
        before = catalogue.get(session.chart_id)
        session = replace(session, bindings=carried(before, chart, dataset, session.bindings))
    session = replace(session, chart_id=chart.id, options=kept_options(chart, session.options))
    if dataset is None:
        return session
    return replace(session, bindings=remapped(chart, dataset, session.bindings, is_new_chart=True).bindings)


def mapped(session: Session, chart: Chart, dataset: Dataset | None) -> Session:
    """`session` with its columns mapped to the roles of `chart` again, where there is data."""
    if dataset is None:
        return session
    return replace(session, bindings=remapped(chart, dataset, session.bindings).bindings)
