"""The font look-up: matplotlib's own, asked once for each kind of text and not again at each layout of each text.

A text falls back on fourteen families, and matplotlib looks for all of them each time that it measures or draws one:
some 2,000 searches for a plain scatter plot, a tenth of the time that it takes.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from typing import Any, Final

_MOST: Final = 1024  # kinds of text that are remembered
_SETTINGS: Final = (
    "family", "style", "variant", "weight", "stretch", "size",
    "serif", "sans-serif", "cursive", "fantasy", "monospace",
)  # fmt: skip


def remember() -> None:
    """From now on matplotlib remembers which fonts it found; what it finds, and what it complains of, is the same."""
    from matplotlib.font_manager import FontManager

    search = getattr(FontManager, "_find_fonts_by_props", None)
    if search is None or hasattr(search, "__wrapped__"):  # another matplotlib, or remembered already
        return
    FontManager._find_fonts_by_props = _remembered(search)  # type: ignore[method-assign]


def close_fonts() -> None:
    """Close the open fonts. No fork may go on using them: matplotlib closes them in each, which takes it 1 ms there."""
    from matplotlib import font_manager

    clear = getattr(getattr(font_manager, "_get_font", None), "cache_clear", None)
    if clear is not None:
        clear()


def _remembered(search: Any) -> Any:
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    known: dict[Any, list[Any]] = {}
    plain: Any = dict.__getitem__  # without the checks of rcParams, which take longer than the rest

    def settings() -> tuple[Any, ...]:
        values: Iterator[Any] = (plain(rcParams, f"font.{name}") for name in _SETTINGS)
        return tuple(tuple(value) if isinstance(value, list) else value for value in values)

    @functools.wraps(search)
    def find(self: Any, prop: Any, *rest: Any, **named: Any) -> list[Any]:
        if rest or named or not isinstance(prop, FontProperties) or "MPL_IGNORE_SYSTEM_FONTS" in os.environ:
            return list(search(self, prop, *rest, **named))
        # Fonts that a script adds make the list longer; its settings say what `sans-serif` stands for.
        key = (id(self), len(self.ttflist), hash(prop), settings())
        found = known.get(key)
        if found is None:
            found = list(search(self, prop))
            if len(found) < len(prop.get_family()):  # each layout complains of what was not found
                return found
            if len(known) >= _MOST:
                known.clear()
            known[key] = found
        return list(found)

    return find
