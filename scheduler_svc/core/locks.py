"""Locks: exclusive keys, and who waits for them; two entries that share one never overlap."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator


class LockTable:
    """Who owns which key, and the line before each. An owner is the id of a run, a hold or a group.

    A set is taken whole: by whoever is first in the line of each of its keys when all of them are free. So among
    overlapping sets it is first come, first served, and nobody passes. An eager waiter takes each key by itself, as
    soon as its turn comes: nobody behind it could have used that key any earlier.
    """

    def __init__(self) -> None:
        self._owner_of: dict[str, str] = {}
        self._keys_of: dict[str, dict[str, None]] = {}
        # Of a plain dict the first key is ever further from the start the more have left.
        self._lines: dict[str, OrderedDict[str, None]] = {}
        self._wants: dict[str, tuple[str, ...]] = {}
        self._eager: set[str] = set()
        self._news: list[tuple[str, str]] = []

    def owner(self, key: str) -> str | None:
        """Who owns `key`; None when it is free."""
        return self._owner_of.get(key)

    def owns(self, owner: str, key: str) -> bool:
        """Whether `key` is `owner`'s."""
        return self._owner_of.get(key) == owner

    def keys(self, owner: str) -> tuple[str, ...]:
        """What `owner` owns."""
        return tuple(self._keys_of.get(owner, ()))

    def owners(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every owner and its keys."""
        return ((owner, tuple(keys)) for owner, keys in self._keys_of.items())

    def waiters(self) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """Whoever waits, for what, and whether eagerly, in the order of their coming."""
        return ((waiter, keys, waiter in self._eager) for waiter, keys in self._wants.items())

    def line(self, key: str) -> tuple[str, ...]:
        """Whoever waits for `key`, in order."""
        return tuple(self._lines.get(key, ()))

    def first(self, key: str) -> str | None:
        """Who is next to have `key`; None when nobody waits for it."""
        return next(iter(self._lines.get(key, ())), None)

    def in_the_way(self, keys: Iterable[str], *, but_for: str = "") -> tuple[str, str] | None:
        """The first of `keys` that a newcomer may not take, and who has it or comes before; None when all may be taken.

        What `but_for` owns is as good as free.
        """
        for key in keys:
            owner = self._owner_of.get(key)
            if owner == but_for and owner is not None:
                continue
            if owner is None:
                owner = self.first(key)
            if owner is not None:
                return key, owner
        return None

    def before(self, waiter: str) -> tuple[str, str] | None:
        """The first key that a waiter may not take yet, and who has it or comes before; None when its turn has come."""
        for key in self._wants.get(waiter, ()):
            owner = self._owner_of.get(key)
            if owner is None and (first := self.first(key)) != waiter:
                owner = first
            if owner is not None:
                return key, owner
        return None

    def take(self, owner: str, keys: Iterable[str]) -> None:
        """Give all of `keys` to `owner`; the caller has checked that they may be taken."""
        keys = tuple(keys)
        if keys:
            self._keys_of.setdefault(owner, {}).update(dict.fromkeys(keys))
            self._owner_of.update(dict.fromkeys(keys, owner))

    def free(self, owner: str) -> None:
        """Take back everything that `owner` owns."""
        for key in self._keys_of.pop(owner, ()):
            del self._owner_of[key]
            self._step_up(key)

    def let_go(self, owner: str, key: str) -> None:
        """Take back one key of `owner`, or its place in that line."""
        if self.owns(owner, key):
            del self._owner_of[key]
            del self._keys_of[owner][key]
            if not self._keys_of[owner]:
                del self._keys_of[owner]
            self._step_up(key)
        elif owner in self._wants and key in self._wants[owner]:
            self._quit(owner, key)

    def wait(self, waiter: str, keys: Iterable[str], *, eager: bool = False) -> None:
        """Let `waiter` join the line of each of `keys`, behind the others."""
        keys = tuple(keys)
        if not keys:
            return
        self._wants[waiter] = keys
        if eager:
            self._eager.add(waiter)
        for key in keys:
            self._lines.setdefault(key, OrderedDict())[waiter] = None
        for key in keys if eager else ():
            self._step_up(key)

    def leave(self, waiter: str) -> None:
        """Let `waiter` leave every line."""
        for key in self._wants.get(waiter, ()):
            self._quit(waiter, key)

    def news(self) -> list[tuple[str, str]]:
        """Whose turn has come for which key since this was last asked."""
        news, self._news = self._news, []
        return news

    def _quit(self, waiter: str, key: str) -> None:
        left = tuple(each for each in self._wants[waiter] if each != key)
        if left:
            self._wants[waiter] = left
        else:
            del self._wants[waiter]
            self._eager.discard(waiter)
        line = self._lines[key]
        was_first = next(iter(line)) == waiter
        del line[waiter]
        if not line:
            del self._lines[key]
        elif was_first:
            self._step_up(key)

    def _step_up(self, key: str) -> None:
        """The line before `key` has moved, or `key` is free: see whose turn it is."""
        waiter = self.first(key)
        if waiter is None or key in self._owner_of:
            return
        if waiter in self._eager:
            self.take(waiter, (key,))
            self._quit(waiter, key)
        self._news.append((waiter, key))
