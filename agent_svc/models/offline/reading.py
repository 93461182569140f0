"""The reading: how a message is cut into requests, each a phrase as a whole; a part that is none ends it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.book import matcher
from agent_svc.models.offline.matcher import Found, Meter
from agent_svc.models.offline.request import Heard, Request, UnfitError, UnmatchedError
from agent_svc.models.offline.tokens import Kind, Token, parts_of, tokens_of
from agent_svc.models.offline.tongue import tongue_of

MAX_PARTS: Final = 40  #: parts of one message
_JOINED: Final = 4  # parts that one request may hold: “use a, b, c and d on the y axis”
_CUTS: Final = 6  # places at which a part is tried to be cut
_SHORT: Final = 6  # letters
_COURTESIES: Final = 6  # one after the other
_ENDS: Final = ("!", "?", ".")
_WITH: Final = frozenset({"with", "without", "in", "mit", "ohne", "using", "on"})  # a request may begin at these
# fmt: off
_BEFORE: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "please", "bitte", "can you", "could you", "would you", "will you", "can we have", "could we have",
        "can i have", "could i have", "can we", "could we", "id like to have", "id like", "i would like to have",
        "i would like to see", "i would like", "i want to see", "i want you to", "i want to", "i want", "i need",
        "lets", "let us", "kannst du", "koenntest du", "koennen sie", "koennten sie", "ich moechte", "ich haette gern",
        "ich haette gerne", "ich will", "ich brauche", "ich wuenschte", "now", "jetzt", "dann", "then", "also", "auch",
        "und", "and", "hey", "hi", "hello", "hallo", "ok", "okay", "so", "mal", "maybe", "vielleicht", "it should be",
        "it should", "es soll", "just", "instead", "lieber",
    )
)
# fmt: on
_AFTER: Final = frozenset(["please", "bitte", "too", "auch", "thanks", "danke", "thx", "ja", "ok", "haben"])


@dataclass(slots=True)
class Part:
    """A part of a message and what it may mean, best first."""

    begin: int
    end: int
    meanings: list[Heard]

    @property
    def runs_on(self) -> bool:
        """Whether it ends in free text that is not quoted, which what follows may belong to."""
        heard = self.meanings[0]
        span = heard.found.spans.get("text")
        return span is not None and span[1] == self.end - 1 and heard.tokens[span[0]].kind is not Kind.QUOTED


@dataclass(slots=True)
class Reading:
    """What was read: the parts that were understood, and the text of the first that was not (None: there is none)."""

    message: str
    language: Language
    tokens: list[Token]
    parts: list[Part] = field(default_factory=list)
    missed: str | None = None
    unsure: Part | None = None
    """The missed part when it has slips that leave open what it means."""
    too_many: bool = False
    steps: int = 0

    def text(self, begin: int, end: int) -> str:
        """The message between two tokens."""
        return self.message[self.tokens[begin].begin : self.tokens[end - 1].end]


def read(message: str, scene: Scene) -> Reading:
    """Cuts and matches `message`; whether a request can be done is not decided here."""
    tokens = tokens_of(message)
    reading = Reading(message, tongue_of(message, tokens, scene.locale), tokens)
    meter = Meter()
    pieces = parts_of(tokens)
    if len(pieces) > MAX_PARTS:
        reading.too_many = True
        return reading
    while pieces and reading.missed is None:
        pieces = _take(reading, pieces, scene, meter)
    if not reading.parts and reading.missed is None:
        reading.missed = " ".join(message.split())
    reading.steps = meter.steps
    return reading


def _take(reading: Reading, pieces: list[tuple[int, int]], scene: Scene, meter: Meter) -> list[tuple[int, int]]:
    """Understand what comes next, add it to the reading, and return the pieces that are left."""
    begin, end = pieces[0]
    parts = _parts(reading, begin, [piece[1] for piece in pieces[:_JOINED]], scene, meter)
    for count in range(min(_JOINED, len(pieces)), 0, -1):
        part = parts.get(pieces[count - 1][1])
        if part is None:
            continue
        if part.meanings[0].found.slips and reading.parts and reading.parts[-1].runs_on:
            reading.missed = reading.text(begin, end)  # free text, or a request with a slip: the user has to say
            return pieces
        reading.parts.append(part)
        return pieces[count:]
    cuts = [place for place in range(begin + 1, end) if reading.tokens[place].word in _WITH][:_CUTS]
    for cut, part in sorted(_parts(reading, begin, cuts, scene, meter).items()):
        if not part.runs_on:
            reading.parts.append(part)
            return [(cut, end), *pieces[1:]]
    if reading.parts and reading.parts[-1].runs_on:
        return _run_on(reading, pieces)
    reading.missed = reading.text(begin, end)
    return pieces


def _run_on(reading: Reading, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """“title: Yield, soil and rain”: what is no request of its own belongs to the text before it."""
    last = reading.parts[-1]
    last.end = pieces[0][1]
    for heard in last.meanings[:1]:
        spans = {**heard.found.spans, "text": (heard.found.spans["text"][0], last.end - 1)}
        found = Found(heard.found.owner, heard.found.cost, heard.found.values, spans, heard.found.respelled)
        last.meanings = [Heard(found, heard.tokens, heard.message, heard.language)]
    return pieces[1:]


def _parts(reading: Reading, begin: int, ends: list[int], scene: Scene, meter: Meter) -> dict[int, Part]:
    """What the tokens from `begin` to each of `ends` mean, by that end; without courtesies where that means more."""
    found: dict[int, Part] = {}
    trimmed = {end: _trimmed_end(reading.tokens, begin, end) for end in ends}
    for first in _begins(reading.tokens, begin, min(trimmed.values(), default=begin)) if ends else ():
        meant = matcher().find(reading.tokens, first, set(trimmed.values()), meter)
        for end, last in trimmed.items():
            if end in found:
                continue
            meanings = [
                heard
                for one in meant.get(last, ())
                if not (one.slips and _is_short(reading.tokens, first, last))
                and _means_that(heard := _heard(one, reading), scene)
            ]
            if meanings:
                found[end] = Part(first, last, meanings)
    return found


def _is_short(tokens: list[Token], begin: int, end: int) -> bool:
    """Whether the part is one short word: with a slip it may be anything (“hello” is no “helle”)."""
    return end - begin == 1 and len(tokens[begin].word) < _SHORT


def _heard(found: Found[Request], reading: Reading) -> Heard:
    return Heard(found, reading.tokens, reading.message, reading.language)


def _means_that(heard: Heard, scene: Scene) -> bool:
    try:
        heard.found.owner.read(heard, scene)
    except UnmatchedError:
        return False
    except UnfitError:
        return True
    return True


def _trimmed_end(tokens: list[Token], begin: int, end: int) -> int:
    while end - begin > 1 and (tokens[end - 1].word in _AFTER or tokens[end - 1].text in _ENDS):
        end -= 1
    return end


def _begins(tokens: list[Token], begin: int, end: int) -> list[int]:
    """Where a request may begin: after all courtesies first, then with ever more of them."""
    begins = [begin]
    while len(begins) < _COURTESIES and (size := _courtesy(tokens, begins[-1], end)) and begins[-1] + size < end:
        begins.append(begins[-1] + size)
    return begins[::-1]


def _courtesy(tokens: list[Token], begin: int, end: int) -> int:
    words = tuple(token.word for token in tokens[begin : min(end, begin + 5)])
    return max((len(phrase) for phrase in _BEFORE if words[: len(phrase)] == phrase), default=0)
