"""The matcher: all phrases at once over a run of tokens, in steps that grow with its length and never explode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from agent_svc.models.offline.numbers import NUMBER_WORDS
from agent_svc.models.offline.phrase import PhraseReader, Position, Takes, Vocabulary
from agent_svc.models.offline.spelling import Speller
from agent_svc.models.offline.tokens import Kind, Token

T = TypeVar("T")

#: Words that are for nothing but the tone.
COURTESIES: Final = frozenset({"please", "bitte"})
MAX_STEPS: Final = 6_000  #: of one message; sentences of people take some hundreds
MAX_TOKENS: Final = 150  #: of one request
MAX_UNKNOWN: Final = 40  #: words of one message that are looked up because they are no keywords

#: Words that mean nothing where a keyword could stand.
# fmt: off
FILLERS: Final = frozenset({
    "just", "now", "jetzt", "mal", "doch", "einfach", "auch", "too", "also", "kindly", "really", "gern", "gerne",
    "again", "wieder", "instead", "stattdessen", "lieber", "rather", "mir", "me", "us", "uns", "so",
})
# fmt: on
_MARKS: Final = frozenset({"-", "–", "—", ":", "=", ",", "!", "?", ".", '"'})
_VALUES: Final = (Takes.WORDS, Takes.TEXT)  # what ends where a message is cut
_SLIP: Final = 1_000  # the cost of a slip: more than that of anything else together
_FILLER: Final = 2
_TOKEN: Final = 1  # of a token that a value takes: of two readings the one with the shorter value holds


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing noted on the way through a phrase, and what was noted before it."""

    before: Taken | None
    slot: str
    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A phrase that a run of tokens is the whole of."""

    owner: T
    cost: int
    values: Mapping[str, str]  #: of the slots of a vocabulary
    spans: Mapping[str, tuple[int, int]]  #: of the other slots: their tokens, as first and last index
    respelled: Mapping[int, str]  #: the keyword that the token of that index was taken for, where it had slips

    @property
    def slips(self) -> int:
        """How many slips were forgiven."""
        return self.cost // _SLIP


@dataclass(slots=True)
class Meter:
    """Counts the steps of one message (positions looked at, tokens read) and keeps the words that were looked up."""

    steps: int = 0
    spelled: dict[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def is_spent(self) -> bool:
        """Whether the message is too tangled to be read on."""
        return self.steps > MAX_STEPS


class Matcher(Generic[T]):
    """Knows the phrases of all owners."""

    def __init__(self, phrases: Sequence[tuple[T, str]], vocabularies: Mapping[str, Vocabulary]) -> None:
        reader = PhraseReader(vocabularies)
        self._owner: dict[int, int] = {}
        self._owners = [owner for owner, _ in phrases]
        self._last: dict[int, int] = {}
        first: set[int] = set()
        for index, (_, phrase) in enumerate(phrases):
            piece = reader.read(phrase)
            if piece.optional:
                raise ValueError(f"the phrase {phrase!r} would match nothing at all")
            first |= piece.first
            self._last |= dict.fromkeys(piece.last, index)
        self._positions = reader.positions
        self._start = _Next(self._positions, first)
        shared: dict[frozenset[int], _Next] = {}
        self._follow: list[_Next] = []
        for position in self._positions:
            places = frozenset(position.follow)
            if places not in shared:
                shared[places] = _Next(self._positions, places)
            self._follow.append(shared[places])
        for position in self._positions:
            position.follow = set()  # they are in `_follow` now
        self.keywords = frozenset(position.word for position in self._positions if position.word)
        self._speller = Speller(position.word for position in self._positions if not position.exact)

    def find(
        self, tokens: Sequence[Token], begin: int, ends: Collection[int], meter: Meter
    ) -> dict[int, list[Found[T]]]:
        """What the tokens from `begin` to each of `ends` may mean, the fewest slips and shortest values first.

        Ends at which they mean nothing are left out, as are all when the meter is spent.
        """
        ways: dict[int, tuple[int, Taken | None]] = {}
        found: dict[int, list[Found[T]]] = {}
        for at in range(begin, min(max(ends), begin + MAX_TOKENS)):
            ways = self._step(ways, tokens[at], at, meter, start=at == begin)
            if not ways or meter.is_spent:
                break
            if at + 1 in ends and (meant := self._ended(ways)):
                found[at + 1] = meant
        return found

    def _ended(self, ways: Mapping[int, tuple[int, Taken | None]]) -> list[Found[T]]:
        ends = [(cost, self._last[place], place, taken) for place, (cost, taken) in ways.items() if place in self._last]
        return [
            _found(self._owners[index], cost, taken) for cost, index, _, taken in sorted(ends, key=lambda end: end[:3])
        ]

    def _step(
        self,
        ways: Mapping[int, tuple[int, Taken | None]],
        token: Token,
        at: int,
        meter: Meter,
        *,
        start: bool,
    ) -> dict[int, tuple[int, Taken | None]]:
        after: dict[int, tuple[int, Taken | None]] = {}
        skip = _skip_cost(token)
        meanings = self._meanings(token, meter)
        sources: Iterable[tuple[int, int, Taken | None]] = (
            [(-1, 0, None)] if start else [(place, cost, taken) for place, (cost, taken) in ways.items()]
        )
        for source, cost, taken in sources:
            following = self._start if source < 0 else self._follow[source]
            for place, extra in following.reached(token, meanings):
                meter.steps += 1
                _keep(after, place, cost + extra, _noted(self._positions[place], taken, at, extra))
            if skip is not None and source >= 0 and not (token.cuts and self._positions[source].takes in _VALUES):
                _keep(after, source, cost + skip, taken)
        return after

    def _meanings(self, token: Token, meter: Meter) -> Mapping[str, int]:
        """The keywords that the token may stand for, with their slips."""
        meter.steps += 1
        if token.word in self.keywords or token.kind is not Kind.WORD:
            return {token.word: 0}
        if token.word not in meter.spelled:
            known = len(meter.spelled) < MAX_UNKNOWN
            meter.spelled[token.word] = self._speller.candidates(token.word) if known else {}
        return meter.spelled[token.word]


class _Next:
    """What may come next: positions by their keyword, and those that take values."""

    __slots__ = ("_others", "_positions", "_words")

    def __init__(self, positions: Sequence[Position], places: Iterable[int]) -> None:
        self._positions = positions
        self._words: dict[str, list[int]] = {}
        self._others: list[int] = []
        for place in sorted(places):
            position = positions[place]
            if position.takes is Takes.KEYWORD:
                self._words.setdefault(position.word, []).append(place)
            else:
                self._others.append(place)

    def reached(self, token: Token, meanings: Mapping[str, int]) -> Iterable[tuple[int, int]]:
        for word, slipped in meanings.items():
            for place in self._words.get(word, ()):
                if not slipped or not self._positions[place].exact:
                    yield place, slipped * _SLIP
        for place in self._others:
            if _takes(self._positions[place].takes, token):
                yield place, _TOKEN


def _takes(takes: Takes, token: Token) -> bool:
    if takes is Takes.NUMBER:
        return token.kind is Kind.NUMBER or token.word in NUMBER_WORDS
    return takes is Takes.LIST or not token.cuts


def _skip_cost(token: Token) -> int | None:
    if token.word in COURTESIES:
        return 0
    if token.word in FILLERS:
        return _FILLER
    return 0 if token.kind is Kind.MARK and token.text in _MARKS else None


def _keep(ways: dict[int, tuple[int, Taken | None]], place: int, cost: int, taken: Taken | None) -> None:
    if place not in ways or cost < ways[place][0]:
        ways[place] = cost, taken


def _noted(position: Position, taken: Taken | None, at: int, cost: int) -> Taken | None:
    if position.takes is not Takes.KEYWORD:
        return Taken(taken, position.slot, "", at)
    if cost >= _SLIP:
        taken = Taken(taken, "", position.word, at)
    return Taken(taken, position.slot, position.value, at) if position.slot else taken


def _found(owner: T, cost: int, taken: Taken | None) -> Found[T]:
    values: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    respelled: dict[int, str] = {}
    while taken is not None:
        if not taken.slot:
            respelled[taken.at] = taken.value
        elif taken.value:
            values.setdefault(taken.slot, taken.value)
        else:
            _, last = spans.get(taken.slot, (0, taken.at))
            spans[taken.slot] = taken.at, last
        taken = taken.before
    return Found(owner, cost, values, spans, respelled)
