"""The earlier version: what “as before” goes back to."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Earlier
from agent_svc.sessions.session import Session
from agent_svc.sessions.version import Version

_LOOKED_AT: Final = 50  # latest versions


def earlier(session: Session) -> Earlier | None:
    """How the plot was one step ago; None when there is no such step.

    What was set since the latest version is a step. A version that is like the one two before it has taken a step back,
    so that several times “undo” goes ever further back instead of to and fro.
    """
    latest = session.version(0)
    if latest is None:
        return None
    if not is_drawn(session, latest):
        return _earlier(latest)
    trail: list[Version] = []
    for version in session.versions[-_LOOKED_AT:]:
        if len(trail) > 1 and _earlier(trail[-2]) == _earlier(version):
            trail.pop()
        else:
            trail.append(version)
    return _earlier(trail[-2]) if len(trail) > 1 else None


def is_drawn(session: Session, latest: Version) -> bool:
    """Whether the latest version shows what the session is now; the plot itself may have changed options of it."""
    drawn = (latest.chart_id, latest.library, latest.bindings, {**latest.options, **session.options})
    return drawn == (session.chart_id, session.library, session.bindings, latest.options)


def _earlier(version: Version) -> Earlier:
    return Earlier(version.chart_id, version.library, version.bindings, version.options, version.theme)
