"""The request: one kind of thing that a user may ask for, with its phrases and its examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agent_svc.catalogue.chart import Chart
from agent_svc.catalogue.option import Option
from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Bindings, Scene
from agent_svc.models.offline.matcher import Found
from agent_svc.models.offline.numbers import number_of
from agent_svc.models.offline.tokens import Token, unquoted
from agent_svc.pipeline.outcome import Theme


class UnmatchedError(Exception):
    """The words fit the phrase and mean something else; another phrase may be tried."""


class UnfitError(Exception):
    """A request that was understood and cannot be done here: why, in both languages, and what can be said instead.

    Without a reason it is that the chart has no option for it.
    """

    def __init__(self, english: str = "", german: str = "", offer: Mapping[Language, str] | None = None) -> None:
        super().__init__(english)
        self.why = {Language.ENGLISH: english, Language.GERMAN: german}
        self.offer = offer


@dataclass(frozen=True, slots=True)
class Wish:
    """What one part of a message asks for; see `Change`."""

    options: Mapping[str, object] = field(default_factory=dict)
    theme: Theme | None = None
    redraw: bool = False
    bindings: Bindings = field(default_factory=dict)
    chart_id: str = ""
    library: str = ""
    undo: bool = False
    help: bool = False
    gave_way: frozenset[str] = frozenset()
    """Those roles of `bindings` that change only because their column went to another one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A message, the chart that it is said to, and what comes of it. The docs show it and a test says it."""

    text: str
    chart_id: str
    wish: Wish


@dataclass(frozen=True, slots=True)
class Heard:
    """A part of a message that a phrase is the whole of."""

    found: Found[Request]
    tokens: list[Token]
    message: str
    language: Language

    def value(self, slot: str) -> str:
        """What a slot of a vocabulary holds; empty when it was not said."""
        return self.found.values.get(slot, "")

    def number(self, slot: str = "number") -> float | None:
        """The number of a slot; None when it was not said. Raises UnmatchedError for what is none."""
        if slot not in self.found.spans:
            return None
        at, _ = self.found.spans[slot]
        value = number_of(self.tokens[at].word, self.language)
        if value is None:
            raise UnmatchedError
        return value

    def required_number(self, slot: str = "number") -> float:
        """The same for a number without which the phrase does not match."""
        value = self.number(slot)
        if value is None:
            raise UnmatchedError
        return value

    def text(self, slot: str = "text") -> str:
        """The words of a slot as they were written, without quotes around them; empty when it was not said."""
        return unquoted(self.raw(slot))

    def raw(self, slot: str) -> str:
        """The same with its quotes."""
        if slot not in self.found.spans:
            return ""
        first, last = self.found.spans[slot]
        return self.message[self.tokens[first].begin : self.tokens[last].end]


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """One kind of request. `phrases` say how it may be worded (see `phrase`); `read` makes a wish of what was heard.

    `does` and `german` end the sentences “a bar chart can …” and “damit kann man …”. `needs` names the options of which
    the chart must have at least one; empty: works with every chart. `related`: requests to offer where this one does
    not fit, best first.
    """

    name: str
    does: str
    german: str
    english_examples: tuple[Example, ...]
    german_examples: tuple[Example, ...]
    phrases: tuple[str, ...]
    read: Callable[[Heard, Scene], Wish]
    needs: tuple[str, ...] = ()
    related: tuple[str, ...] = ()

    @property
    def examples(self) -> tuple[Example, ...]:
        """All of them, the English ones first."""
        return self.english_examples + self.german_examples

    def fits(self, chart: Chart) -> bool:
        """Whether the chart has what this sets."""
        return not self.needs or any(chart.option(name) is not None for name in self.needs)


def require(scene: Scene, *names: str) -> str:
    """The first of these options that the chart has. Raises UnfitError when it has none."""
    return required(scene, *names).name


def required(scene: Scene, *names: str) -> Option:
    """The same as an option."""
    found = next((option for name in names if (option := scene.chart.option(name)) is not None), None)
    if found is None:
        raise UnfitError
    return found
