"""The decision: the events that one command leads to, each applied as soon as it is decided."""

from __future__ import annotations

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core import events as happened
from scheduler_svc.core.evolution import evolve
from scheduler_svc.core.group import Group
from scheduler_svc.core.run import EndReason, Outcome
from scheduler_svc.core.state import State


class Decision:
    """What has been decided so far, and the state that follows from it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[happened.Event] = []

    def emit(self, event: happened.Event) -> None:
        """Decide that `event` happens."""
        evolve(self.state, event)
        self.events.append(event)

    def refuse(self, error: PlotlaneError, at: float) -> None:
        """Decide that the command changes nothing."""
        self.emit(happened.Refused(at, error))

    def resume(self, lease_id: str, at: float) -> None:
        """A lease has a stream again, if it had lost it."""
        if self.state.leases.is_lost(lease_id):
            self.emit(happened.StreamResumed(at, lease_id))

    def end(self, lease_id: str, at: float, reason: EndReason, outcome: Outcome | None = None) -> None:
        """End a live run, hold or group, and what ends with it."""
        run = self.state.runs.get(lease_id)
        if run is not None:
            self.emit(happened.RunEnded(at, lease_id, reason, outcome))
            if (group := self.state.live_group(run.request.group_id)) is not None:
                self._member_left(group, at)
        elif (group := self.state.live_group(lease_id)) is not None:
            for member in list(group.unfinished):
                self.emit(happened.RunEnded(at, member, reason))
            self.emit(happened.GroupEnded(at, lease_id, reason))
        else:
            self.emit(happened.HoldEnded(at, lease_id, reason))

    def _member_left(self, group: Group, at: float) -> None:
        if group.unfinished:
            return
        request = group.request
        if request.post_phase:
            self.emit(happened.PostPhaseBegan(at, request.group_id, until=at + request.post_timeout_s))
        else:
            self.emit(happened.GroupEnded(at, request.group_id, EndReason.RELEASED))
