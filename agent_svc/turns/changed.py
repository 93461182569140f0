"""The changed session: what a change in words makes of one, checked as if it came from the page."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.errors import InvalidError
from agent_svc.models.chat_model import Change, Earlier
from agent_svc.sessions.mapping import checked
from agent_svc.sessions.options import changed_options, kept_options
from agent_svc.sessions.session import Session
from agent_svc.sessions.switched import mapped, switched


def changed(
    session: Session, change: Change, catalogue: Catalogue, dataset: Dataset | None, before: Earlier | None
) -> Session:
    """`session` after `change`, whose `undo` goes back to `before`; in the order that `Change` says.

    Raises `InvalidError`, `InvalidBindingsError` or `NotEligibleError`, and has changed nothing then.
    """
    if change.undo and before is not None:
        session = _restored(session, catalogue, dataset, before)
    session = switched(session, catalogue, dataset, change.chart_id, change.library)
    chart = catalogue.get(session.chart_id)
    if change.bindings:
        session = replace(session, bindings=_bound(session, chart, dataset, change))
    return replace(session, options=changed_options(chart, session.options, change.options))


def _restored(session: Session, catalogue: Catalogue, dataset: Dataset | None, before: Earlier) -> Session:
    chart = catalogue.get(before.chart_id)
    session = replace(session, bindings=before.bindings, options=kept_options(chart, before.options))
    session = replace(session, chart_id=chart.id, library=before.library)
    return mapped(session, chart, dataset)


def _bound(session: Session, chart: Chart, dataset: Dataset | None, change: Change) -> dict[str, tuple[str, ...]]:
    if dataset is None:
        raise InvalidError("There are no columns to choose from yet; paste a table first.")
    wanted = {**session.bindings, **change.bindings}
    # A column that is given to a role by name is not kept where it came from without being asked for.
    taken = {column for columns in change.bindings.values() for column in columns}
    lines = [
        (role, column)
        for role, columns in wanted.items()
        for column in columns
        if role in change.bindings or column not in taken
    ]
    return dict(checked(chart, dataset, lines).bindings)
