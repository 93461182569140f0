"""The leadership: one row that says who may write; taken over when its leader falls silent, checked in every commit.

No clock of any machine is compared with another's: a standby watches whether the leader's count of commits still grows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from scheduler_svc.journal.base import DeposedError
from scheduler_svc.journal.tables import leader

_ROW: Final = 1
_VACANT: Final = -1
# Made once: building it took longer than all else that Python does for a commit.
_RENEW: Final = (
    leader.update().where(leader.c.id == _ROW, leader.c.term == sa.bindparam("mine")).values(beat=leader.c.beat + 1)
)


@dataclass(frozen=True, slots=True)
class Beat:
    """What the row says: the epoch of the leadership, and how often its leader has been heard of."""

    term: int
    count: int

    @property
    def is_vacant(self) -> bool:
        """Whether nobody leads: the journal is new, or its leader has left."""
        return self.count == _VACANT


@dataclass(frozen=True, slots=True)
class Leadership:
    """The right to write in the epoch number `term`, until somebody takes a higher one."""

    term: int

    def renew(self, connection: sa.Connection) -> None:
        """Prove in the caller's transaction that this is still the leader, and be heard of.

        The row stays locked until the transaction ends: a successor waits for it and then reads what it wrote.
        Raises `DeposedError`.
        """
        if connection.execute(_RENEW, {"mine": self.term}).rowcount != 1:
            raise self.lost()

    def lost(self) -> DeposedError:
        """That somebody has taken a higher epoch."""
        return DeposedError(f"another scheduler leads the journal now (after epoch {self.term}); this one stops")

    def abdicate(self, connection: sa.Connection) -> None:
        """Let a successor take over at once. Does nothing when there is one already."""
        mine = leader.update().where(leader.c.id == _ROW, leader.c.term == self.term)
        connection.execute(mine.values(beat=_VACANT))


def found(connection: sa.Connection) -> None:
    """Make the row of a new journal."""
    if connection.execute(sa.select(leader.c.id)).first() is None:
        connection.execute(leader.insert().values(id=_ROW, term=0, beat=_VACANT))


def listen(connection: sa.Connection) -> Beat:
    """The row as it is now."""
    row = connection.execute(sa.select(leader.c.term, leader.c.beat)).one()
    return Beat(row.term, row.beat)


def take_over(connection: sa.Connection, last: Beat) -> Leadership | None:
    """Become the leader, unless somebody has been heard of since `last`: then None."""
    silent = leader.update().where(leader.c.id == _ROW, leader.c.term == last.term, leader.c.beat == last.count)
    if connection.execute(silent.values(term=last.term + 1, beat=0)).rowcount != 1:
        return None
    return Leadership(last.term + 1)
