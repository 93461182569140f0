"""The renderers: who offers places, how many of them are leased, and which one gets the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Renderer:
    """One renderer that has registered; only `State.evolve` writes to it."""

    address: str
    slots: int
    memory_bytes: int
    leases: dict[str, None] = field(default_factory=dict)
    """The runs that are there, by id."""
    lost_until: float | None = None
    """After a restart: until when it may register again and keep its leases; None: its stream is there."""

    @property
    def free(self) -> int:
        """How many runs may start there now."""
        return 0 if self.lost_until is not None else max(0, self.slots - len(self.leases))


class Renderers:
    """Every renderer of one pool."""

    def __init__(self) -> None:
        self._of: dict[str, Renderer] = {}
        self.ever = False
        """Whether there has been one: from then on places are theirs alone."""

    def __len__(self) -> int:
        return len(self._of)

    def __iter__(self) -> Iterator[Renderer]:
        return iter(self._of.values())

    def get(self, address: str) -> Renderer | None:
        """The renderer at `address`; None when there is none."""
        return self._of.get(address)

    def put(self, renderer: Renderer) -> None:
        """Know a renderer."""
        self._of[renderer.address] = renderer
        self.ever = True

    def drop(self, address: str) -> None:
        """Forget a renderer."""
        del self._of[address]

    def lose_all(self, until: float) -> None:
        """Nobody is there after a restart; who registers again by `until` keeps its leases."""
        self.ever = bool(self._of)
        for each in self:
            each.lost_until = until

    def first_lost(self) -> tuple[float, str] | None:
        """Until when the next lost one may come back, and which; None when all are there."""
        lost = ((each.lost_until, each.address) for each in self if each.lost_until is not None)
        return min(lost, default=None)

    def slots(self) -> int:
        """What all of them that are there offer together."""
        return sum(each.slots for each in self if each.lost_until is None)

    def next(self) -> str | None:
        """The address with the most free places, and of those the first by name; None when there is none."""
        best = min(self, key=lambda each: (-each.free, each.address), default=None)
        return None if best is None or not best.free else best.address
