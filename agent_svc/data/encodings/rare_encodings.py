"""Rare encodings: those of DOS, Mac OS, Unix and single languages, which few files of today are in.

Each is rated by what its text shows and no text of another language does: words in one case, the letters of one
language together, letters that are frequent in it. A text in one of the common encodings seldom shows all of that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

_WORD = re.compile(r"[^\W\d_]+")
_FITS = 1.2  # all letters of the text are of one language
_SCRIPT = 1.1  # all words are in one script, shaped as its words are; common characters of Chinese speak louder
_SHAPED = 1.6  # many letters are shaped as no chance would have it
_MANY = 12  # letters
_WORD_LENGTH = 3  # letters; shorter ones are units of measurement as well
_FREQUENT = 0.5  # of the letters of a Russian text are frequent ones, at least
_MOST_SPECIAL = 0.67  # of the letters of a western word are beyond ASCII, at most

_TURKISH: Final = frozenset("çğıiöşüâîû\u0307")
_TURKISH_ALONE: Final = frozenset("ğışİ")
_BALTIC: Final = tuple(map(frozenset, ("ąčęėįšųūž", "āčēģīķļņšūž", "äöüõšž")))
_BALTIC_ALONE: Final = frozenset("ėįųūāēģīķļņõ")
_CENTRAL: Final = tuple(map(frozenset, ("áčďéěíňóřšťúůýž", "ąćęłńóśźż", "áéíóöőúüű", "áäčďéíĺľňóôŕšťúýž", "čćđšž")))
_CENTRAL_ALONE: Final = frozenset("ąśźšžťľ")  # which Windows-1250 has elsewhere
_WEST: Final = tuple(map(frozenset, ("äöüß", "éèêëàâîïôùûüçœ", "áéíóúñü", "ãõáâàéêíóôúç", "åäöæøé", "àèéìíòóù")))
_RUSSIAN: Final = frozenset("оеаинтсрвлкмдпу")
_HEBREW_FINALS: Final = frozenset("ךםןףץ")
_SIGNS: Final = frozenset("°²³€")


def rate_rare(text: str, encoding: str) -> float:
    """How plausible `text`, decoded with `encoding`, is by its letters; 0 where nothing speaks for it."""
    return _RATES[encoding](text) if encoding in _RATES else 0.0


def _special_words(text: str) -> list[str]:
    return [word[0] for word in _WORD.finditer(text) if not word[0].isascii()]


def _in_one_case(word: str) -> bool:
    return word.islower() or word.isupper() or word[1:].islower()


def _only_letters(text: str, *, signs: frozenset[str] = _SIGNS) -> bool:
    return all(c.isalpha() or c in signs for c in text if not c.isascii())


def _one_language(text: str, languages: tuple[frozenset[str], ...], alone: frozenset[str]) -> float:
    """A rate for Latin letters: each word in one case, its letters all of one language, one of `alone` among them."""
    words = [word for word in _special_words(text) if len(word) >= _WORD_LENGTH]
    letters = {c for word in words for c in word.lower() if not c.isascii()}
    if not letters or not _only_letters(text) or not all(map(_in_one_case, words)):
        return 0.0
    if alone and alone.isdisjoint(c for word in words for c in word + word.lower()):
        return 0.0
    return _FITS if any(letters <= language for language in languages) else 0.0


def _western(text: str) -> float:
    """Western letters of DOS and old Macs stand between plain ones; elsewhere they are the bytes of other scripts."""
    words = _special_words(text)
    if any(sum(not c.isascii() for c in word) > max(1, _MOST_SPECIAL * len(word)) or len(word) < 2 for word in words):
        return 0.0
    return _one_language(text, _WEST, frozenset())


def _with_euro(text: str) -> float:
    """The euro is what tells ISO 8859-15 from Windows-1252."""
    euro = "€" in text and all(c.isascii() or c in _SIGNS or unicodedata.category(c)[0] == "L" for c in text)
    return _FITS if euro else 0.0


def _cyrillic(text: str) -> float:
    """Cyrillic words in one case, most letters of them frequent ones: another Cyrillic encoding turns both over."""
    words = _special_words(text)
    letters = [c for word in words for c in word.lower()]
    russian = all("а" <= c <= "я" or c == "ё" for c in letters)
    if (
        max(map(len, words), default=0) < _WORD_LENGTH
        or not russian
        or not _only_letters(text, signs=frozenset("№°"))
        or not all(map(_in_one_case, words))
    ):
        return 0.0
    share = sum(c in _RUSSIAN for c in letters) / len(letters)
    return 1.0 + share / 2 if share >= _FREQUENT else 0.0


def _hebrew(text: str) -> float:
    words = _special_words(text)
    if not words or not all("א" <= c <= "ת" for word in words for c in word) or not _only_letters(text):
        return 0.0
    finals = [word for word in words if not _HEBREW_FINALS.isdisjoint(word)]
    letters = "".join(words)
    shaped = bool(finals) and all(_HEBREW_FINALS.isdisjoint(word[:-1]) for word in finals)
    return _SHAPED if shaped and len(letters) >= _MANY else 0.0  # in the same bytes are Cyrillic letters


def _arabic(text: str) -> float:
    words = _special_words(text)
    arabic = all("ء" <= c <= "ي" or c in "پچژگکھہے" for word in words for c in word)
    return _SCRIPT * (bool(words) and arabic and _only_letters(text, signs=frozenset("،؟؛")))


def _thai(text: str) -> float:
    special = [c for c in text if not c.isascii()]
    if len(special) < _WORD_LENGTH or not all("ก" <= c <= "์" for c in special):
        return 0.0
    marks = [at for at, c in enumerate(text) if unicodedata.category(c) == "Mn"]
    return _SCRIPT * (bool(marks) and all(at and "ก" <= text[at - 1] <= "์" for at in marks))


_RATES: Final[dict[str, Callable[[str], float]]] = {
    "cp1254": lambda text: _one_language(text, (_TURKISH,), _TURKISH_ALONE),
    "koi8-r": _cyrillic,
    "cp866": _cyrillic,
    "cp1251": _cyrillic,  # a common one, which may be turned over, too
    "iso8859-2": lambda text: _one_language(text, _CENTRAL, _CENTRAL_ALONE),
    "cp1257": lambda text: _one_language(text, _BALTIC, _BALTIC_ALONE),
    "cp850": _western,
    "mac-roman": _western,
    "iso8859-15": _with_euro,
    "cp1255": _hebrew,
    "cp1256": _arabic,
    "cp874": _thai,
}
