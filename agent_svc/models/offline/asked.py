"""What was asked: the wishes of a message side by side, so that one which another undoes does not go unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent_svc.catalogue.chart import Role
from agent_svc.models.chat_model import Change, Scene
from agent_svc.models.offline.request import Wish

_Key = tuple[str, str]


@dataclass(slots=True)
class Asked:
    """The parts of a message that were understood, in the order in which they take effect."""

    _said: list[tuple[str, dict[_Key, object]]] = field(default_factory=list)
    _last: dict[_Key, str] = field(default_factory=dict)

    def add(self, said: str, wish: Wish, *, resets: bool) -> None:
        """Another part and what it wishes for; what it `resets` may be set anew by one after it."""
        self._last.update(dict.fromkeys((key for key, _ in _items(wish)), said))
        named = {key: value for key, value in _items(wish) if key[1] not in wish.gave_way}
        self._said.append((said, {} if resets else named))

    def contradiction(self, change: Change) -> tuple[str, str] | None:
        """Two parts that cannot both be, when the whole `change` is not what one of them asked for."""
        whole = dict(_items(change))
        for said, named in self._said:
            for key, value in named.items():
                if not _holds(value, whole[key]):
                    return said, self._last[key]
        return None

    def emptied(self, before: Scene, after: Scene) -> tuple[Role, str] | None:
        """A role that the chart needs, and the part that takes its last column; None: all keep one."""
        if after.chart is not before.chart:
            return None
        for role in after.chart.roles:
            said = self._last.get(("role", role.name))
            if role.required and said and before.bindings.get(role.name) and not after.bindings.get(role.name):
                return role, said
        return None


def _items(wish: Wish | Change) -> Iterator[tuple[_Key, object]]:
    yield from ((("option", name), value) for name, value in wish.options.items())
    yield from ((("role", name), tuple(columns)) for name, columns in wish.bindings.items())
    single = {"theme": wish.theme, "chart": wish.chart_id, "library": wish.library}
    yield from ((("", name), value) for name, value in single.items() if value)


def _holds(asked: object, became: object) -> bool:
    """Whether a wish is met; an open end of a range is met by any number."""
    if isinstance(asked, list) and isinstance(became, list) and len(asked) == len(became):
        return all(wanted in (None, got) for wanted, got in zip(asked, became, strict=True))
    return asked == became
