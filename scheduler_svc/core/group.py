"""The group: runs that belong together, opened in one event, perhaps with a post phase that keeps their locks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from scheduler_svc.core.locks import LockTable
from scheduler_svc.core.run import EndReason, RunRequest

POST_TIMEOUT_S: Final = 600.0


@dataclass(frozen=True, slots=True)
class GroupRequest:
    """What a caller asks for; two requests with one id are the same group exactly when they are equal."""

    group_id: str
    user: str
    members: tuple[RunRequest, ...]
    """At least one; each names this group and waits for what is in its way."""
    post_phase: bool = False
    """Whether the locks of its runs stay held after they end, until the group is finished."""
    post_timeout_s: float = POST_TIMEOUT_S
    """After how long an unfinished post phase ends by itself, in seconds."""

    @property
    def kind(self) -> str:
        """The kind of work, for what a refused neighbour is told."""
        return self.members[0].kind

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that a member names, once."""
        return tuple(dict.fromkeys(key for member in self.members for key in member.locks))


class Group:
    """One group; only `State.evolve` writes to it.

    Towards others the group is one owner: it stands in the line of each key that a member names and has each key as
    soon as its turn comes. `locks` shares its keys among its own runs.
    """

    def __init__(self, request: GroupRequest, token: int, since: float | None) -> None:
        self.request = request
        self.token = token
        self.since = since
        """When it was opened; None: a build that kept no times kept it."""
        self.locks = LockTable()
        self.wanted: Counter[str] = Counter()
        """How many unfinished members name each key."""
        self.unfinished: dict[str, None] = {}
        self.post_until: float | None = None
        """When its post phase ends by itself; None: it is not in its post phase."""
        self.end: EndReason | None = None

    def holds(self, key: str) -> bool:
        """Whether the group has `key`, or waits for it on behalf of a run."""
        return key in self.wanted or (self.request.post_phase and key in self.request.keys)
