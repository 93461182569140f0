"""Locks: exclusive keys; two entries that share one never overlap."""

from __future__ import annotations

from collections.abc import Iterable


class LockTable:
    """Who owns which key. An owner is the id of a run or a hold."""

    def __init__(self) -> None:
        self._owner_of: dict[str, str] = {}
        self._keys_of: dict[str, tuple[str, ...]] = {}

    def owner(self, key: str) -> str | None:
        """Who owns `key`; None when it is free."""
        return self._owner_of.get(key)

    def keys(self, owner: str) -> tuple[str, ...]:
        """What `owner` owns."""
        return self._keys_of.get(owner, ())

    def first_taken(self, keys: Iterable[str], *, but_for: str = "") -> tuple[str, str] | None:
        """The first of `keys` that somebody other than `but_for` owns, and that owner; None when all may be taken."""
        for key in keys:
            owner = self._owner_of.get(key)
            if owner is not None and owner != but_for:
                return key, owner
        return None

    def take(self, owner: str, keys: tuple[str, ...]) -> None:
        """Give all of `keys` to `owner`; the caller has checked that they are free."""
        if keys:
            self._keys_of[owner] = keys
            self._owner_of.update(dict.fromkeys(keys, owner))

    def free(self, owner: str) -> None:
        """Take back everything that `owner` owns."""
        for key in self._keys_of.pop(owner, ()):
            del self._owner_of[key]
