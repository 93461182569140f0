"""The book: which fan-outs there were and how their members ended, kept in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from agent_svc.fanout.member import Member
from agent_svc.groups.run_end import RunEnd
from agent_svc.sessions.database import Database
from agent_svc.sessions.tables import fanout_members, fanouts
from agent_svc.turns.events import TurnOutcome

KEPT_S: Final = 7 * 86_400.0
_IN_PROCESS: Final = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One member as the book has it; `end` is None while it is in process."""

    member: Member
    end: RunEnd | None


class FanOutBook:
    """Keeps fan-outs in `database` for `KEPT_S` seconds; what a call has written is there after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, group_id: str, user: str, members: Sequence[Member], now: float) -> None:
        """Write down a new fan-out (`now`: seconds since 1970), and forget those that are too old."""
        rows = [
            {**_end_row(None), "group_id": group_id, "position": position} | _member_row(member)
            for position, member in enumerate(members)
        ]

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(fanouts).where(fanouts.c.created_at < now - KEPT_S))
            connection.execute(sa.insert(fanouts).values(group_id=group_id, user=user, created_at=now))
            connection.execute(sa.insert(fanout_members), rows)

        await self._database.run(work)

    async def end(self, group_id: str, member: Member, end: RunEnd) -> None:
        """Write down how a member ended."""
        mine = sa.and_(fanout_members.c.group_id == group_id, fanout_members.c.session_id == member.session_id)
        await self._database.run(
            lambda connection: connection.execute(sa.update(fanout_members).where(mine).values(_end_row(end)))
        )

    async def remove(self, group_id: str) -> None:
        """Forget a fan-out that never began."""
        await self._database.run(
            lambda connection: connection.execute(sa.delete(fanouts).where(fanouts.c.group_id == group_id))
        )

    async def entries(self, group_id: str, user: str) -> list[Entry]:
        """The members in order; none when there is no such fan-out of this user."""
        wanted = (
            sa.select(fanout_members)
            .join(fanouts, fanouts.c.group_id == fanout_members.c.group_id)
            .where(fanouts.c.group_id == group_id, fanouts.c.user == user)
            .order_by(fanout_members.c.position)
        )
        rows = await self._database.run(lambda connection: connection.execute(wanted).all())
        return [_entry(row) for row in rows]

    async def in_process(self) -> list[tuple[str, str, Member]]:
        """(group, user, member) of those that have not ended by the book."""
        wanted = (
            sa.select(fanouts.c.user, fanout_members)
            .join(fanouts, fanouts.c.group_id == fanout_members.c.group_id)
            .where(fanout_members.c.outcome == _IN_PROCESS)
        )
        rows = await self._database.run(lambda connection: connection.execute(wanted).all())
        return [(row.group_id, row.user, _entry(row).member) for row in rows]


def _member_row(member: Member) -> dict[str, object]:
    return {"library": member.library, "session_id": member.session_id}


def _end_row(end: RunEnd | None) -> dict[str, object]:
    if end is None:
        return {"outcome": _IN_PROCESS, "version": 0, "code": "", "text": ""}
    return {"outcome": end.outcome.value, "version": end.version, "code": end.code, "text": end.text}


def _entry(row: sa.Row[Any]) -> Entry:
    member = Member(row.library, row.session_id)
    if row.outcome == _IN_PROCESS:
        return Entry(member, None)
    return Entry(member, RunEnd(TurnOutcome(row.outcome), row.version, row.code, row.text))
