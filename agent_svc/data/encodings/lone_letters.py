"""Lone letters: bytes that are a Turkish letter in one encoding and a Central European one in another.

Where no other letter beyond ASCII stands in a text, both are plausible, and the words around it tell what is likelier.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_UNHARMONIC: Final = frozenset("eiou")  # before an ı of Turkish stands an a or another ı


def lone_encoding(text: str, around: str) -> str | None:
    """`cp1254` or `cp1250`, whichever is likelier for `text`, decoded as Windows-1250; None where more letters tell.

    `around` is the ASCII of the file, whose other words are of the same language.
    """
    letters = {c for c in text.lower() if c.isalpha() and not c.isascii()}
    (letter,) = letters if len(letters) == 1 else ("",)
    if letter not in _TURKISH:
        return None
    words = [word[0].lower() for word in _WORD.finditer(text) if letter in word[0].lower()]
    return "cp1254" if _TURKISH[letter](words, around.lower()) else "cp1250"


def _has_s(words: list[str], around: str) -> bool:
    """`ş` and no Romanian `ţ`: k and y are letters of Turkish and hardly of Romanian, whose words begin with no `ţ`."""
    return any(word[0] == "ţ" for word in words) or any(c in around for c in "ky")


def _has_g(words: list[str], around: str) -> bool:
    """`ğ` and no Croatian `đ`: it begins no word, and j is rare in Turkish."""
    return not any(word[0] == "đ" for word in words) and "j" not in around


def _has_i(words: list[str], _around: str) -> bool:
    """`ı` or `İ` and no Czech `ý`: which begins no word, and follows any vowel."""
    before = (word[: word.index("ý")].rstrip("bcdfghjklmnpqrstvwxyz")[-1:] for word in words)
    return any(word[0] == "ý" for word in words) or _UNHARMONIC.isdisjoint(before)


_TURKISH: Final[Mapping[str, Callable[[list[str], str], bool]]] = MappingProxyType(
    {"ţ": _has_s, "đ": _has_g, "ý": _has_i}
)
