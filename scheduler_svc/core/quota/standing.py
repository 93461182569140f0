"""The standing amounts: what a user keeps, each under its name, until it is given back."""

from __future__ import annotations

from scheduler_svc.core.quota.kind import QuotaKind


class Standing:
    """Named amounts of several kinds; setting a name again replaces its amount."""

    def __init__(self) -> None:
        self._amounts: dict[str, tuple[QuotaKind, int]] = {}
        self._totals: dict[QuotaKind, int] = {}

    def __len__(self) -> int:
        return len(self._amounts)

    @property
    def amounts(self) -> tuple[tuple[str, QuotaKind, int], ...]:
        """Every name, its kind and its amount."""
        return tuple((name, kind, amount) for name, (kind, amount) in self._amounts.items())

    def total(self, kind: QuotaKind) -> int:
        """How much of `kind` is kept."""
        return self._totals.get(kind, 0)

    def get(self, name: str) -> tuple[QuotaKind, int] | None:
        """The kind and amount of `name`; None when nothing is kept under it."""
        return self._amounts.get(name)

    def set(self, name: str, kind: QuotaKind, amount: int) -> None:
        """Keep `amount` under `name`; 0 gives it back."""
        _, before = self._amounts.pop(name, (kind, 0))
        total = self._totals.pop(kind, 0) - before + amount
        if total:
            self._totals[kind] = total
        if amount:
            self._amounts[name] = (kind, amount)
