"""The tokens of a message: words, numbers, quoted texts and marks, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

_QUOTES: Final = (
    r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|„[^“”\"\n]{0,300}[“”\"]|«[^»\n]{0,300}»|»[^«\n]{0,300}«|‘[^’\n]{0,300}’"
    r"|‚[^‘’\n]{0,300}[‘’]|(?<!\w)'[^'\n]{0,300}'(?!\w)"
)
_TOKEN: Final = re.compile(
    rf"(?P<quoted>{_QUOTES})"
    r"|(?P<number>(?<![\w.,])[-−+]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?!\w))"
    r"|(?P<word>vs\.|#\w+|\w+(?:['’]\w+)*)"
    r"|(?P<mark>\n|\S)",
    re.IGNORECASE,
)
_PLAIN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "'": None, "’": None})
_CUTTING_MARKS: Final = frozenset(",;\n&")
_ENDING_MARKS: Final = frozenset(".!?")
_CUTTING_WORDS: Final = frozenset({"and", "und", "then", "dann", "but", "aber", "sowie", "plus"})


class Kind(Enum):
    """What a token is."""

    WORD = auto()
    NUMBER = auto()
    QUOTED = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `text` is as written, `word` as keywords are compared, `message[begin:end]` is where it stands."""

    kind: Kind
    text: str
    word: str
    begin: int
    end: int
    cuts: bool = False
    """Whether a request may end before it."""


#: Characters that nobody sees and that copied texts are full of: soft hyphens, zero width, direction marks.
_INVISIBLE: Final = dict.fromkeys(
    (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)
)


def without_invisible(text: str) -> str:
    """`text` as it looks. Joiners stay: some scripts write words with them."""
    return text.translate(_INVISIBLE)


def plain_word(text: str) -> str:
    """`text` as keywords are compared: in lower case, with ae for ä and ss for ß, without apostrophes."""
    return text.casefold().translate(_PLAIN)


def tokens_of(message: str) -> list[Token]:
    """All tokens of `message`, in order; blanks are none, a new line is a mark."""
    found = []
    for match in _TOKEN.finditer(message):
        text, kind = match[0], Kind[(match.lastgroup or "mark").upper()]
        word = plain_word(text)
        ends = text in _ENDING_MARKS and not message[match.end() : match.end() + 1].strip()
        cuts = ends or text in _CUTTING_MARKS or word in _CUTTING_WORDS
        found.append(Token(kind, text, word, match.start(), match.end(), cuts))
    return found


def parts_of(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where the parts between cuts begin and end, as indices of tokens; a part of marks alone is left out."""
    found, start = [], 0
    for place, token in enumerate([*tokens, None]):
        if token is None or token.cuts:
            if any(one.kind is not Kind.MARK for one in tokens[start:place]):
                found.append((start, place))
            start = place + 1
    return found


def unquoted(text: str) -> str:
    """`text` without the quotes around it, when it is one quoted text."""
    stripped = text.strip()
    match = _TOKEN.fullmatch(stripped)
    return stripped[1:-1].strip() if match is not None and match.lastgroup == "quoted" else stripped
