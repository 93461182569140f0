"""Namespaces of an SVG: which prefix means which, element by element.

Threat: expat, asked to do it, writes the namespace's name in front of each attribute of an element before anybody can
say no; a name of 4 MB and 1,000 attributes then take 4 GB of the renderer's own memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from renderer_svc.svg_names import XML

_MOST_CHARS: Final = 200  # of a namespace's name; those that plots have are 20 to 50
_DECLARATION: Final = "xmlns"


class Spaces:
    """The declarations that hold now. Its answers are `space local`, or `local` alone for what is in none."""

    def __init__(self) -> None:
        self._bound: dict[str, list[str]] = {"xml": [XML]}
        self._entered: list[list[str]] = []

    def enter(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """Begin an element: its attributes without declarations. Raises ValueError: what is wrong, in words."""
        declared = {name: space for name, space in attributes.items() if name.partition(":")[0] == _DECLARATION}
        prefixes = [name.partition(":")[2] for name in declared]
        self._entered.append(prefixes)
        for prefix, space in zip(prefixes, declared.values(), strict=True):
            if len(space) > _MOST_CHARS or prefix in ("xml", _DECLARATION) or (prefix and not space):
                raise ValueError("it declares a namespace that no SVG has")
            self._bound.setdefault(prefix, []).append(space)
        found = {
            self._in_space(name) if ":" in name else name: value
            for name, value in attributes.items()
            if name not in declared
        }
        if len(found) + len(declared) < len(attributes):
            raise ValueError("an element of it has an attribute twice")
        return found

    def element(self, name: str) -> str:
        """The element's name, as above. Raises ValueError."""
        if ":" in name:
            return self._in_space(name)
        bound = self._bound.get("")
        return f"{bound[-1]} {name}" if bound and bound[-1] else name

    def leave(self) -> None:
        """The element that was entered last has ended."""
        for prefix in self._entered.pop():
            self._bound[prefix].pop()

    def _in_space(self, name: str) -> str:
        prefix, _, local = name.partition(":")
        bound = self._bound.get(prefix)
        if not bound or not local or ":" in local:
            raise ValueError("it has a name with a prefix that it does not declare")
        return f"{bound[-1]} {local}"
