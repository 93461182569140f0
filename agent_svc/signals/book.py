"""The book: which signals there are, in the order of their emission, and what came of each, kept in the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from agent_svc.groups.run_end import RunEnd
from agent_svc.sessions.database import Database
from agent_svc.sessions.tables import signal_runs, signals
from agent_svc.signals.payload import digest_of
from agent_svc.signals.refusal import SignalConflictError, SignalNotFoundError, SignalsFullError
from agent_svc.signals.rows import IN_PROCESS, entry, run_end_row, run_row
from agent_svc.signals.signal import Entry, SignalEnd, SignalRun, SignalState
from agent_svc.turns.events import TurnOutcome
from plotlane_kit.caller import Caller

KEPT_S: Final = 7 * 86_400.0  #: after its end
MAX_WAITING: Final = 100  #: of one user


class SignalBook:
    """Keeps signals in `database`; what a call has written is there after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def emit(
        self, caller: Caller, signal_id: str, handler: str, payload: Mapping[str, Any], now: float
    ) -> tuple[Entry, bool]:
        """Keep a new signal, and forget those that are too old (`now`: seconds since 1970); whether it is new.

        The same id with the same content is the same signal. Raises `SignalConflictError` for other content, and
        `SignalsFullError`.
        """
        return await self._database.run(lambda connection: _emit(connection, caller, signal_id, handler, payload, now))

    async def claim(self, now: float, passing: Collection[str] = ()) -> Entry | None:
        """Take the oldest signal that waits, those of the users `passing` left out; None: there is none."""
        return await self._database.run(lambda connection: _claim(connection, now, passing))

    async def begin(self, seq: int, runs: Sequence[SignalRun]) -> None:
        """Write down the runs of a claimed signal, in the order of its prompts."""
        rows = [{"seq": seq, "position": position} | run_row(run) for position, run in enumerate(runs)]
        if rows:
            await self._database.run(lambda connection: connection.execute(sa.insert(signal_runs), rows))

    async def end_run(self, seq: int, position: int, end: RunEnd, *, limited: bool) -> None:
        """Write down how a run ended."""
        mine = sa.and_(signal_runs.c.seq == seq, signal_runs.c.position == position)
        values = run_end_row(end, limited=limited)
        await self._database.run(
            lambda connection: connection.execute(sa.update(signal_runs).where(mine).values(values))
        )

    async def end(self, seq: int, end: SignalEnd, now: float) -> None:
        """Write down how a signal ended; its payload is forgotten."""
        await self._database.run(lambda connection: _end(connection, seq, end, now))

    async def fail_claimed(self, code: str, text: str, now: float) -> int:
        """Fail what is claimed, and those of its runs that have not ended; how many signals that were."""
        return await self._database.run(lambda connection: _fail_claimed(connection, code, text, now))

    async def get(self, user: str, signal_id: str) -> Entry:
        """A signal with its runs. Raises `SignalNotFoundError`, also for another user's."""
        return await self._database.run(lambda connection: _get(connection, user, signal_id))

    async def list(self, user: str, most: int) -> Sequence[Entry]:
        """The user's latest signals, the last one first, without their runs."""
        wanted = sa.select(signals).where(signals.c.user == user).order_by(signals.c.seq.desc()).limit(most)
        rows = await self._database.run(lambda connection: connection.execute(wanted).all())
        return [entry(row) for row in rows]


def _emit(
    connection: sa.Connection, caller: Caller, signal_id: str, handler: str, payload: Mapping[str, Any], now: float
) -> tuple[Entry, bool]:
    connection.execute(sa.delete(signals).where(signals.c.ended_at > 0, signals.c.ended_at < now - KEPT_S))
    known = connection.execute(_of(caller.user, signal_id)).one_or_none()
    digest = digest_of(handler, payload)
    if known is not None:
        if known.digest != digest:
            raise SignalConflictError
        return _get(connection, caller.user, signal_id), False
    of_mine = sa.select(sa.func.count()).where(
        signals.c.user == caller.user, signals.c.state == SignalState.WAITING.value
    )
    count = connection.scalar(of_mine) or 0
    if count >= MAX_WAITING:
        raise SignalsFullError(metadata={"cap": str(MAX_WAITING), "count": str(count)})
    values = {
        "signal_id": signal_id,
        "user": caller.user,
        "tier": caller.tier.value,
        "handler": handler,
        "digest": digest,
        "payload": dict(payload),
        "state": SignalState.WAITING.value,
        "emitted_at": now,
    }
    connection.execute(sa.insert(signals).values(values))
    return _get(connection, caller.user, signal_id), True


def _claim(connection: sa.Connection, now: float, passing: Collection[str]) -> Entry | None:
    waiting = sa.select(signals).where(
        signals.c.state == SignalState.WAITING.value, signals.c.user.not_in(list(passing))
    )
    row = connection.execute(waiting.order_by(signals.c.seq).limit(1)).one_or_none()
    if row is None:
        return None
    claimed = sa.update(signals).where(signals.c.seq == row.seq)
    connection.execute(claimed.values(state=SignalState.CLAIMED.value, claimed_at=now))
    return entry(connection.execute(sa.select(signals).where(signals.c.seq == row.seq)).one())


def _end(connection: sa.Connection, seq: int, end: SignalEnd, now: float) -> None:
    state = SignalState.FAILED if end.failed else SignalState.DONE
    told = {"limited": end.limited, "code": end.code, "text": end.text}
    ended = sa.update(signals).where(signals.c.seq == seq)
    connection.execute(ended.values(state=state.value, ended_at=now, payload={}, **told))


def _fail_claimed(connection: sa.Connection, code: str, text: str, now: float) -> int:
    claimed = sa.select(signals.c.seq).where(signals.c.state == SignalState.CLAIMED.value)
    found = connection.execute(claimed).scalars().all()
    for seq in found:
        mine = signal_runs.c.seq == seq
        limited = connection.execute(sa.select(signal_runs.c.limited).where(mine)).scalars().all()
        unfinished = sa.update(signal_runs).where(mine, signal_runs.c.outcome == IN_PROCESS)
        connection.execute(unfinished.values(run_end_row(RunEnd(TurnOutcome.FAILED, 0, code, text), limited=False)))
        _end(connection, seq, SignalEnd(failed=True, limited=any(limited), code=code, text=text), now)
    return len(found)


def _get(connection: sa.Connection, user: str, signal_id: str) -> Entry:
    row = connection.execute(_of(user, signal_id)).one_or_none()
    if row is None:
        raise SignalNotFoundError
    runs = sa.select(signal_runs).where(signal_runs.c.seq == row.seq).order_by(signal_runs.c.position)
    return entry(row, connection.execute(runs).all())


def _of(user: str, signal_id: str) -> sa.Select[Any]:
    return sa.select(signals).where(signals.c.user == user, signals.c.signal_id == signal_id)
