"""An artist of matplotlib: whether it is seen, what it is called, and its colours."""

from __future__ import annotations

from typing import Any, Final

MAX_COLORS: Final = 12
VALUES: Final = "plotlane_values"  #: the attribute of artists that would else show colours alone
_MAX_CHARS: Final = 200


class Several:
    """Patches that are reported as one group."""

    def __init__(self, patches: list[Any], label: str | None = None) -> None:
        self.patches = patches
        self._label = label

    def get_label(self) -> Any:
        """Its own, or that of its first patch."""
        return self.patches[0].get_label() if self._label is None else self._label


def is_visible(artist: Any) -> bool:
    """Whether anything of it is drawn."""
    alpha = artist.get_alpha()
    return bool(artist.get_visible()) and not (isinstance(alpha, int | float) and alpha <= 0)


def label_of(artist: Any) -> str:
    """What a legend calls it; empty when none would."""
    text = str(artist.get_label() or "")[:_MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
    return "" if text.startswith("_") else text


def is_bare(line: Any) -> bool:
    """Whether markers are all that is seen of a line: its colour is theirs, not the line's."""
    return str(line.get_linestyle()).lower() in ("none", "", " ")


def colors_of(artist: Any) -> list[str]:
    """The first of its colours, each #rrggbbaa; of what is filled, the filling."""
    from matplotlib.colors import to_hex, to_rgba_array

    patches = getattr(artist, "patches", None)
    if patches is not None:
        raw: Any = [patch.get_facecolor() if patch.get_fill() else patch.get_edgecolor() for patch in patches]
    elif hasattr(artist, "get_facecolor"):
        raw = artist.get_facecolor()
        if not len(raw) or not to_rgba_array(raw)[:, 3].any():
            raw = artist.get_edgecolor()
    elif hasattr(artist, "get_markerfacecolor") and is_bare(artist):
        filled = to_rgba_array(artist.get_markerfacecolor())
        raw = filled if len(filled) and filled[:, 3].any() else artist.get_markeredgecolor()
    elif hasattr(artist, "get_color"):
        raw = artist.get_color()
    else:
        return []
    texts = dict.fromkeys(to_hex(color, keep_alpha=True) for color in to_rgba_array(raw)) if len(raw) else {}
    return list(texts)[:MAX_COLORS]
