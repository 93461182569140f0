"""Legacy scores: how plausible a text is in each of the common encodings before Unicode.

Each encoding has one sign of its own: western letters stand alone between plain ones, Cyrillic and Greek ones fill
whole words, and the common characters of Chinese, Japanese and Korean have lead bytes of their own in their standards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final, TypeAlias

from agent_svc.data.encodings.common_characters import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL
from agent_svc.data.encodings.western_signs import letters_for_signs, signs

_MANY_SYLLABLES = 12
_MANY_SYLLABLES_MORE = 0.2

_WESTERN: Final = frozenset("ÄÖÜäöüßÀÁÂÇÈÉÊËÌÍÎÏÑÒÓÔÙÚÛàáâçèéêëìíîïñòóôùúûÅåÆæØøÃãÕõœŒ")
_RARE_WESTERN: Final = frozenset("ŠšŽžÝýŸÿÐðÞþ")
_CENTRAL: Final = frozenset("ÄÖÜäöüßáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽąćęłńśźżĄĆĘŁŃŚŹŻőűŐŰăâîșțşţĂÂÎŞŢľĺŕĽđĐôÔçÇëË")
_SYMBOLS: Final = frozenset("°µ·²³±½¼€£§«»„“”‚‘’–—…×©®\u00a0")
_BY_CHANCE = 0.5  # less for a rare character that ends in a letter
_OF_ONE_LANGUAGE = 0.3  # more for letters that one language has together
_RARE = -0.5  # a letter of few languages, unless it stands beside others of one of them
_BESIDE_RARE: Final = frozenset("áéíóúæ")  # of Icelandic; in Turkish bytes ð, ý and þ are letters as well
_AMONG_ITS_OWN = 0.9
# French, Spanish, Portuguese, German, the languages of the North, Icelandic, Italian, Dutch.
_WEST: Final = "éèêëàâîïôùûüçœæÿ áéíóúñüº ãõáâàéêíóôúçü äöüß åäöæøéü áðéíóúýþæö àèéìíîòóùú éèëïóöüá"
# Czech, Polish, Hungarian, Slovak, Romanian, Croatian, German.
_CENTRE: Final = "áčďéěíňóřšťúůýž ąćęłńóśźż áéíóöőúüű áäčďéíĺľňóôŕšťúýž ăâîşţșț čćđšž äöüß"
_WORD = re.compile(r"[^\W\d_]+")


_Places: TypeAlias = Callable[[str], frozenset[int]]


def _nowhere(_text: str) -> frozenset[int]:
    return frozenset()


def _alphabet(
    letters: Callable[[str], float],
    languages: str = "",
    *,
    whole_words: bool,
    signs: _Places = _nowhere,
    for_signs: _Places = _nowhere,
) -> Callable[[str], float]:
    """The score of a one-byte encoding.

    `letters` rates its letters, which fill words or stand alone in them; `languages` are alphabets that it is made for.
    `signs` are places of signs that it has, and `for_signs` those of letters that are signs in another encoding.
    """

    def score(text: str) -> float:
        known = {**dict.fromkeys(signs(text), 1.0), **dict.fromkeys(for_signs(text), -1.0)}
        others = "".join(" " if at in known else c for at, c in enumerate(text)) if known else text
        rated = [one for word in _WORD.finditer(others) for one in _rate(word[0], letters, whole_words=whole_words)]
        rated += [_symbol(text, at) for at, c in enumerate(others) if not c.isascii() and not c.isalpha()]
        rated += known.values()
        found = _letters(text)
        fits = languages and any(found <= frozenset(one) for one in languages.split())
        if fits and not found.isdisjoint(_BESIDE_RARE):
            rated = [_AMONG_ITS_OWN if one == _RARE else one for one in rated]
        return (sum(rated) / len(rated) + _OF_ONE_LANGUAGE * bool(fits)) if rated else 0.0

    return score


def _letters(text: str) -> frozenset[str]:
    return frozenset(c for c in text.lower() if c.isalpha() and not c.isascii())


def _rate(word: str, letters: Callable[[str], float], *, whole_words: bool) -> Iterator[float]:
    special = [c for c in word if not c.isascii() and c.isalpha()]
    if not special:
        return
    odd_case = not (word.islower() or word.isupper() or word[1:].islower() or not special[0].isupper())
    full = len(special) == len(word)
    misfit = not full if whole_words else full and len(word) > 3
    for c in special:
        yield -1.0 if odd_case or misfit else letters(c)


def _symbol(text: str, at: int) -> float:
    """A sign such as `£` stands beside digits and spaces, and inside a word it is a letter of another encoding."""
    if text[at] not in _SYMBOLS:
        return -1.0
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if (text[at] == "°" and after in ("C", "F")) or (text[at] == "²" and before in ("m", "s")):
        return 1.0  # units of measurements
    inside = (before.isalpha() and text[at] not in "’‘²”“»…®©\u00a0°·") or (after.isalpha() and text[at] in "²³±½¼§£")
    return -1.0 if inside or (after and not after.isascii() and not after.isalpha()) else 0.5


def _western(c: str) -> float:
    return 1.0 if c == "µ" or c in _WESTERN else _RARE if c in _RARE_WESTERN else -1.0


def _central(c: str) -> float:
    return 0.95 if c == "µ" or c in _CENTRAL else -1.0


def _cyrillic(c: str) -> float:
    return 1.0 if "А" <= c <= "я" or c in "ЁёЇїІіЄєҐґ" else -1.0


def _greek(c: str) -> float:
    return 1.0 if "Ά" <= c <= "ώ" else -1.0


def _double_bytes(encoding: str, rate: Callable[[int, int], float], common: frozenset[str]) -> Callable[[str], float]:
    """The score of an encoding of two bytes a character; `rate` judges them, and `common` ones speak for it.

    Each character counts once: the rows of a table repeat a few labels, and repetition proves nothing.
    """

    def score(text: str) -> float:
        rated = []
        for c in sorted(frozenset(text)):
            if not c.isascii():
                raw = c.encode(encoding)
                rating = rate(raw[0], raw[1]) if len(raw) == 2 else -1.0
                chance = raw[-1] < 0x80 and c not in common  # `°C` and `µg` in western bytes are such characters
                rated.append(rating + _OF_ONE_LANGUAGE * (c in common) - _BY_CHANCE * chance)
        return 0.98 * sum(rated) / len(rated) if rated else 0.0

    return score


def _gb(lead: int, trail: int) -> float:
    if trail < 0xA1 or lead < 0xA1 or 0xAA <= lead < 0xB0:
        return -1.0  # rarer than the 6,763 characters of GB 2312
    if lead < 0xB0:
        return 0.3
    return 1.0 if lead <= 0xD7 else 0.5


def _big5(lead: int, _trail: int) -> float:
    return 0.9 if 0xA4 <= lead <= 0xC6 else 0.3 if lead == 0xA1 else 0.0


def _shift_jis(lead: int, trail: int) -> float:
    if lead in (0x82, 0x83) or (lead == 0x81 and trail <= 0x7A):
        return 1.1
    return 0.9 if 0x88 <= lead <= 0x97 else 0.3


def _korean(text: str) -> float:
    """Korean syllables have the lead bytes of only two thirds of common Chinese: many of them are no coincidence."""
    score = _double_bytes("euc_kr", _syllable, KOREAN)(text)
    return score + _MANY_SYLLABLES_MORE if sum(not c.isascii() for c in frozenset(text)) >= _MANY_SYLLABLES else score


def _syllable(lead: int, _trail: int) -> float:
    return 1.05 if 0xB0 <= lead <= 0xC8 else -0.5


#: For each of `LEGACY_ENCODINGS` what rates a text: about 1 for a plausible one, 0 and less for none.
SCORES: Final = MappingProxyType(
    {
        "cp1252": _alphabet(_western, _WEST, whole_words=False, signs=signs),
        "cp1250": _alphabet(_central, _CENTRE, whole_words=False, for_signs=letters_for_signs),
        "cp1251": _alphabet(_cyrillic, whole_words=True),
        "cp1253": _alphabet(_greek, whole_words=True),
        "gb18030": _double_bytes("gb18030", _gb, SIMPLIFIED),
        "shift_jis": _double_bytes("shift_jis", _shift_jis, JAPANESE),
        "big5": _double_bytes("big5", _big5, TRADITIONAL),
        "euc_kr": _korean,
    }
)
