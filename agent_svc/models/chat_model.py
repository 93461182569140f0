"""The chat model: the seam behind which a user's words become a change of the plot, or an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from agent_svc.catalogue.chart import Chart
from agent_svc.pipeline.outcome import Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """What the model knows of the session: its chart, every option as it is now, its language."""

    chart: Chart
    options: Mapping[str, object]
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Change:
    """The whole message was understood: these options get these values, and the picture this theme (None: as it is)."""

    options: Mapping[str, object] = field(default_factory=dict)
    theme: Theme | None = None
    redraw: bool = False
    """Whether a plot is wanted even when nothing changes."""


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
