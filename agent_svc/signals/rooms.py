"""The rooms: the sessions that prompts are answered in, those that there are and those that are made for them."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.catalogue import Chart
from agent_svc.errors import NotEligibleError
from agent_svc.fanout.copies import Copies
from agent_svc.fanout.member import Member
from agent_svc.sessions.desk import Desk
from agent_svc.sessions.eligibility import why_not_eligible
from agent_svc.signals.prompt import Prompt
from plotlane_kit.caller import Caller


@dataclass(frozen=True, slots=True)
class Room:
    """A session for one prompt; `made`: it did not exist before."""

    session_id: str
    library: str
    made: bool = False


class Rooms:
    """Finds and makes sessions of a signal's owner; a foreign one is not found."""

    def __init__(self, desk: Desk, copies: Copies) -> None:
        self._desk = desk
        self._copies = copies

    async def of(self, caller: Caller, prompt: Prompt) -> Room:
        """Where `prompt` is answered. Raises `SessionNotFoundError`, and what keeps a fresh one from being made."""
        if prompt.session is not None:
            kept = await self._desk.owned(caller, prompt.session)
            return Room(kept.session_id, kept.library)
        if not prompt.like:
            created = await self._desk.create(caller, prompt.chart, prompt.library, "")
            return Room(created.session_id, created.library, made=True)
        library = prompt.library or (await self._desk.owned(caller, prompt.like)).library

        def choose(chart: Chart) -> list[str]:
            why_not = why_not_eligible(chart, library)
            if why_not:
                raise NotEligibleError(why_not)
            return [library]

        copy = (await self._copies.snapshot(caller, prompt.like, choose))[0]
        return Room(copy.session_id, copy.library, made=True)

    async def clear(self, caller: Caller, room: Room) -> None:
        """Take back a session that was made for a run which never was; others stay."""
        if room.made:
            await self._copies.remove(caller, [Member(room.library, room.session_id)])
