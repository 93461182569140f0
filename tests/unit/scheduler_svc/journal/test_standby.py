"""When a standby takes over, on a clock that the test turns and a database that says what the test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from plotlane_kit.clock import ManualClock
from scheduler_svc.journal import leadership
from scheduler_svc.journal.base import OutageError
from scheduler_svc.journal.leadership import Beat, Leadership
from scheduler_svc.journal.standby import POLL_S, stand_by

SILENCE_S = 2.5
LOOKS = round(SILENCE_S / POLL_S)  # from hearing of somebody until that was the silence ago
AWAY = OutageError("the server is away")


class Standby:
    """One that finds the next of `found` at each look: what the leader's row says, or an error; the last for ever."""

    def __init__(self, found: Iterable[Beat | OutageError], *, rivals: int = 0) -> None:
        """`rivals`: how many others are quicker when it may take over."""
        self.clock = ManualClock()
        self.outages: list[OutageError] = []
        self._found = list(found)
        self._rivals = rivals
        self.looks = 0

    async def takes_over(self) -> int:
        """After how many looks it leads."""
        async with asyncio.timeout(60):
            await stand_by(self._transact, SILENCE_S, self.outages.append, self.clock.monotonic, self._pause)
        return self.looks

    async def _transact(self, work: Any) -> Any:
        if work is not leadership.listen:
            self._rivals -= 1
            return Leadership(2) if self._rivals < 0 else None
        self.looks += 1
        found = self._found.pop(0) if len(self._found) > 1 else self._found[0]
        if isinstance(found, OutageError):
            raise found
        return found

    async def _pause(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await asyncio.sleep(0)


def beats(first: int, count: int) -> list[Beat]:
    return [Beat(1, number) for number in range(first, first + count)]


async def test_where_nobody_leads_it_leads_at_once() -> None:
    assert await Standby([Beat(1, -1)]).takes_over() == 1


async def test_a_leader_that_is_silent_for_the_whole_silence_is_followed() -> None:
    assert await Standby([Beat(1, 7)]).takes_over() == 1 + LOOKS


async def test_a_leader_that_is_heard_of_leads_for_ever() -> None:
    heard = beats(0, 20 * LOOKS)
    assert await Standby([*heard, Beat(1, -1)]).takes_over() == len(heard) + 1


async def test_a_leader_that_is_heard_of_at_the_last_moment_gets_the_whole_silence_anew() -> None:
    assert await Standby([*[Beat(1, 0)] * LOOKS, Beat(1, 1)]).takes_over() == LOOKS + 1 + LOOKS


async def test_who_was_quicker_gets_the_whole_silence_to_be_heard_of() -> None:
    # Somebody else has taken over meanwhile: the row says so at the next look.
    found = [*[Beat(1, 0)] * (1 + LOOKS), Beat(2, 0)]
    assert await Standby(found, rivals=1).takes_over() == len(found) + LOOKS


async def test_while_the_database_is_away_nobody_is_silent_and_it_is_said_once() -> None:
    standby = Standby([Beat(1, 0), *[AWAY] * (3 * LOOKS), Beat(1, 0)])
    assert await standby.takes_over() == 1 + 3 * LOOKS + 1 + LOOKS
    assert standby.outages == [AWAY]
