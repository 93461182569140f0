"""The phrase: how one kind of request may be worded, read from a line of text into positions.

`word` is a keyword, `(a|b c)` one of several wordings, `[a|b]` one or none, `{slot}` a value. A slot is `{number}`,
`{words}` (one or more tokens, none that cuts a message), `{list}` (likewise with such that cut), `{text}` (free text),
each also with a name as in `{words:color}`, or the name of a vocabulary: a mapping of values to wordings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from agent_svc.models.offline.tokens import plain_word

_SYMBOL: Final = re.compile(r"[()\[\]|]|\{[a-z_:]+\}|[^\s()\[\]|{}]+")

_HYPHEN: Final = re.compile(r"(?<=\w)-(?=\w)")  # a mark of its own in messages, where it does not count


class Takes(Enum):
    """What a position takes."""

    KEYWORD = auto()
    NUMBER = auto()
    WORDS = auto()
    LIST = auto()
    TEXT = auto()


@dataclass(slots=True)
class Position:
    """One place of a phrase, where a token is taken; `follow` are the positions that may come after it."""

    takes: Takes
    word: str = ""
    slot: str = ""
    value: str = ""  #: what the slot is when this position is the last of its wording
    exact: bool = False  #: whether slips are not forgiven
    follow: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The values of a slot, each with its wordings as a phrase; `exact`: they are values, and slips not forgiven."""

    wordings: Mapping[str, str]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a phrase: where it may begin and end, and whether it may be left out."""

    first: frozenset[int]
    last: frozenset[int]
    optional: bool


_EMPTY: Final = Piece(frozenset(), frozenset(), optional=True)


class PhraseReader:
    """Turns phrases into positions, which it numbers over all phrases."""

    def __init__(self, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._vocabularies = vocabularies
        self.positions: list[Position] = []
        self._symbols: Sequence[str] = ()
        self._at = 0
        self._exact = False

    def read(self, phrase: str) -> Piece:
        """The whole `phrase`. Raises ValueError for one that is not well formed."""
        outer = self._symbols, self._at
        self._symbols, self._at = _SYMBOL.findall(_HYPHEN.sub(" ", phrase)), 0
        piece = self._either()
        if self._at != len(self._symbols):
            raise ValueError(f"a bracket too many in the phrase {phrase!r}")
        self._symbols, self._at = outer
        return piece

    def _either(self) -> Piece:
        pieces = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            pieces.append(self._sequence())
        return Piece(
            frozenset().union(*(piece.first for piece in pieces)),
            frozenset().union(*(piece.last for piece in pieces)),
            any(piece.optional for piece in pieces),
        )

    def _sequence(self) -> Piece:
        whole = _EMPTY
        while (symbol := self._next()) not in ("", "|", ")", "]"):
            self._at += 1
            whole = self._joined(whole, self._one(symbol))
        return whole

    def _one(self, symbol: str) -> Piece:
        if symbol in ("(", "["):
            inner = self._either()
            if self._next() != {"(": ")", "[": "]"}[symbol]:
                raise ValueError(f"a bracket is not closed in the phrase {' '.join(self._symbols)!r}")
            self._at += 1
            return Piece(inner.first, inner.last, inner.optional or symbol == "[")
        if symbol.startswith("{"):
            return self._slot(symbol[1:-1])
        return self._add(Position(Takes.KEYWORD, word=plain_word(symbol), exact=self._exact))

    def _slot(self, symbol: str) -> Piece:
        kind, _, name = symbol.partition(":")
        if kind in ("number", "words", "list", "text"):
            return self._add(Position(Takes[kind.upper()], slot=name or kind))
        outer, vocabulary = self._exact, self._vocabularies[kind]
        self._exact = vocabulary.exact
        pieces = []
        for value, wording in vocabulary.wordings.items():
            piece = self.read(wording)
            for place in piece.last:
                self.positions[place].slot, self.positions[place].value = name or kind, value
            pieces.append(piece)
        self._exact = outer
        return Piece(
            frozenset().union(*(piece.first for piece in pieces)),
            frozenset().union(*(piece.last for piece in pieces)),
            optional=False,
        )

    def _add(self, position: Position) -> Piece:
        place = len(self.positions)
        self.positions.append(position)
        if position.takes in (Takes.WORDS, Takes.LIST, Takes.TEXT):
            position.follow.add(place)
        return Piece(frozenset({place}), frozenset({place}), optional=False)

    def _joined(self, before: Piece, after: Piece) -> Piece:
        for place in before.last:
            self.positions[place].follow |= after.first
        return Piece(
            before.first | after.first if before.optional else before.first,
            before.last | after.last if after.optional else after.last,
            before.optional and after.optional,
        )

    def _next(self) -> str:
        return self._symbols[self._at] if self._at < len(self._symbols) else ""
