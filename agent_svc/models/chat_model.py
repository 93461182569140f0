"""The chat model: the seam behind which a user's words become a change of the plot, or an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from agent_svc.catalogue.chart import Chart
from agent_svc.data.column import Column
from agent_svc.guard.language import Language
from agent_svc.pipeline.outcome import Theme

Bindings = Mapping[str, tuple[str, ...]]  #: column names by role


@dataclass(frozen=True, slots=True)
class Earlier:
    """How the plot was before the latest version, for whoever wants it back."""

    chart_id: str
    library: str
    bindings: Bindings
    options: Mapping[str, object]
    """Those that differ from the chart's defaults."""
    theme: Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """What the model knows of the session: its chart, every option as it is now, its language, its table's columns."""

    chart: Chart
    options: Mapping[str, object]
    locale: str = "en"
    library: str = ""
    columns: tuple[Column, ...] = ()
    """Names and types alone; empty: there is no table yet."""
    bindings: Bindings = field(default_factory=dict)
    charts: Mapping[str, Chart] = field(default_factory=dict)
    """The charts that one may switch to, by id."""
    earlier: Earlier | None = None
    """None: there is nothing to go back to."""


@dataclass(frozen=True, slots=True)
class Change:
    """The whole message was understood; what is empty or None stays as it is.

    In this order: with `undo` everything becomes as in `Scene.earlier`, the chart and the library are switched (what
    the new chart takes of options and bindings is kept), roles get these columns (none: the role is emptied), and
    these options these values (None: the default).
    """

    options: Mapping[str, object] = field(default_factory=dict)
    theme: Theme | None = None
    redraw: bool = False
    """Whether a plot is wanted even when nothing changes."""
    bindings: Bindings = field(default_factory=dict)
    chart_id: str = ""
    library: str = ""
    undo: bool = False
    language: Language | None = field(default=None, compare=False)
    """What the message is worded in, when that is known; no part of what is changed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Nothing is to be changed; this is what the user is told."""

    text: str


class ChatModel(Protocol):
    """One provider of a chat model."""

    name: str
    """offline, anthropic or vertex."""

    async def read(self, text: str, scene: Scene) -> Change | Answer:
        """What `text` (at most 2,000 characters) asks for; a part that is not understood makes it an `Answer`."""
