"""The standing amounts: what a user keeps, each under its name, until it is given back."""

from __future__ import annotations

from typing import NamedTuple

from scheduler_svc.core.quota.kind import QuotaKind


class Kept(NamedTuple):
    """What is kept under one name; `address`: the network address that it counts for as well, empty: none."""

    kind: QuotaKind
    amount: int
    address: str = ""


class Standing:
    """Named amounts of several kinds; setting a name again replaces its amount."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._totals: dict[QuotaKind, int] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def amounts(self) -> tuple[tuple[str, Kept], ...]:
        """Every name and what is kept under it."""
        return tuple(self._kept.items())

    def total(self, kind: QuotaKind) -> int:
        """How much of `kind` is kept."""
        return self._totals.get(kind, 0)

    def get(self, name: str) -> Kept | None:
        """What is kept under `name`; None when nothing is."""
        return self._kept.get(name)

    def set(self, name: str, kind: QuotaKind, amount: int, address: str = "") -> None:
        """Keep `amount` under `name`; 0 gives it back."""
        before = self._kept.pop(name, None)
        total = self._totals.pop(kind, 0) - (before.amount if before is not None else 0) + amount
        if total:
            self._totals[kind] = total
        if amount:
            self._kept[name] = Kept(kind, amount, address)
