"""The party: whoever owns a group; one stream carries all its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scheduler_svc.core.commands import LoseStream, OpenGroup
from scheduler_svc.core.events import Event, Refused
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.simulate.client import Client, tag_of

if TYPE_CHECKING:
    from scheduler_svc.simulate.world import World


class Party:
    """Opens a group, and takes it up again when its stream broke; its members do the rest."""

    def __init__(self, world: World, request: GroupRequest, members: list[Client]) -> None:
        self._world = world
        self._members = members
        self._command = OpenGroup(request, tuple(tag_of(member) for member in request.members))
        self._group_id = request.group_id
        self._open = False
        self._away = False

    def open(self) -> None:
        """Ask for all places at once."""
        self._world.connect(self._group_id, self)
        self._world.ask(self._command, self._answered)

    def _answered(self, events: list[Event]) -> None:
        if events and isinstance(events[-1], Refused):
            self._world.forget(self._group_id)
            for member in self._members:
                member.refuse(events[-1])
            return
        self._open = True
        for member in self._members:
            member.listen()

    def lose(self) -> None:
        """Its connection breaks while the scheduler lives."""
        if self._open and not self._away:
            self._away = True
            for member in self._members:
                member.hang_up()
            self._world.ask(LoseStream(self._group_id), lambda _: None)

    def come_back(self) -> None:
        """It has a connection again."""
        if self._away:
            self._away = False
            self.reattach()

    def cut(self) -> None:
        """The scheduler is gone, and the stream with it."""
        for member in self._members:
            member.cut()

    def reattach(self) -> None:
        """Take the group up on a new stream; when it has ended meanwhile, its members learn how."""
        if self._open and not self._away:
            self._world.ask(self._command, lambda _: self._taken_up())

    def _taken_up(self) -> None:
        for member in self._members:
            member.return_to()
