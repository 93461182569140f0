"""The offline provider: understands a message as a whole, or says which part it did not understand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from agent_svc.models.chat_model import Answer, Change, Scene
from agent_svc.models.offline.book import REQUESTS
from agent_svc.models.offline.nearest import nearest
from agent_svc.models.offline.parts import plain, spans
from agent_svc.models.offline.request import Request, UnfitError, Wish

_QUOTED: Final = 200  # characters of what was not understood that are quoted back


@dataclass(slots=True)
class _Understood:
    """A part of a message and what it asks for."""

    begin: int
    end: int
    request: Request
    wish: Wish


@dataclass(frozen=True, slots=True)
class _Missed:
    """A part that leads to nothing, and why when that is known."""

    text: str
    why: str = ""


class OfflineModel:
    """A chat model without a model: needs no key and no network, and never guesses."""

    name = "offline"

    async def read(self, text: str, scene: Scene) -> Change | Answer:
        """A change when every part of `text` is understood, else the answer that quotes the first part that is not."""
        return await asyncio.to_thread(self._read, text, scene)

    def _read(self, text: str, scene: Scene) -> Change | Answer:
        understood, missed = _interpret(text, scene)
        if missed is not None:
            return Answer(_pushback(missed, scene))
        if not understood:
            return Answer(_pushback(_Missed(plain(text)), scene))
        options: dict[str, object] = {}
        for part in understood:
            options |= part.wish.options
        themes = [part.wish.theme for part in understood if part.wish.theme is not None]
        return Change(options, themes[-1] if themes else None, any(part.wish.redraw for part in understood))


def _interpret(text: str, scene: Scene) -> tuple[list[_Understood], _Missed | None]:
    understood: list[_Understood] = []
    for begin, end in spans(text):
        found = _read(plain(text[begin:end]), scene)
        if isinstance(found, _Missed) and not found.why and understood and understood[-1].request.free_text:
            # “title: Yield, soil and rain”: what is no request of its own belongs to the text before it.
            last = understood.pop()
            begin, found = last.begin, _read(plain(text[last.begin : end]), scene)
        if isinstance(found, _Missed):
            return understood, found
        understood.append(_Understood(begin, end, *found))
    return understood, None


def _read(part: str, scene: Scene) -> tuple[Request, Wish] | _Missed:
    missed = _Missed(part)
    for request in REQUESTS:
        match = request.match(part)
        if match is None:
            continue
        try:
            return request, request.read(match, scene)
        except UnfitError as unfit:
            why = str(unfit)
            if not why and request.needs:
                why = _lacks(request, scene)
            missed = missed if missed.why else _Missed(part, why)
    return missed


def _lacks(request: Request, scene: Scene) -> str:
    return f"a {scene.chart.title.lower()} cannot {request.does}" if not request.fits(scene.chart) else ""


def _pushback(missed: _Missed, scene: Scene) -> str:
    german = scene.locale.lower().startswith("de")
    example = nearest(missed.text, scene.chart, REQUESTS)
    said = missed.text if len(missed.text) <= _QUOTED else f"{missed.text[: _QUOTED - 1]}…"
    hint = f"“{example.text}”" if example is not None else ""
    if german:
        why = f" ({missed.why})" if missed.why else ""
        return f"Das kann ich nicht umsetzen: “{said}”{why}. Am nächsten kommt {hint}. Es wurde nichts geändert."
    why = f": {missed.why}" if missed.why else ""
    return f"I cannot do “{said}”{why}. The nearest that I can do is {hint}. Nothing was changed."
