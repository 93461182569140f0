"""The page: docs/requests.md, written from the requests themselves (`python -m agent_svc.models.offline.page`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from agent_svc.models.offline.book import REQUESTS
from agent_svc.models.offline.request import Example, Request

_HEAD: Final = """\
# Requests

What the chat understands without a model, in English and German. A message may hold several requests, separated by
commas, semicolons, full stops, new lines or “and”; put a text in quotes when one of these is part of it. A message is
understood as a whole or not at all: the part that is not understood is quoted back with the nearest request, and
nothing is changed. A request that the chart has no option for, or whose value is out of bounds, is refused the same
way. What is understood makes a new version in the theme of the latest one, unless the message asks for another.

This page is made by `python -m agent_svc.models.offline.page > docs/requests.md`; a test says every example.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(line for request in REQUESTS for line in _section(request))])


def _section(request: Request) -> Iterator[str]:
    yield f"## {request.name.capitalize()}\n"
    yield f"To {request.does}.\n"
    yield "| say | to a | and |"
    yield "|---|---|---|"
    for example in request.examples:
        yield f"| `{example.text}` | {example.chart_id} | {_effect(example)} |"
    yield ""


def _effect(example: Example) -> str:
    wish = example.wish
    sets = [f"`{name}` is {_shown(value)}" for name, value in wish.options.items()]
    if wish.theme is not None:
        sets.append(f"the theme is {wish.theme.value}")
    return ", ".join(sets) or "it is drawn again"


def _shown(value: object) -> str:
    if value is None:
        return "automatic"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        low, high = ("open" if end is None else f"{end:g}" for end in value)
        return f"{low} to {high}"
    return f"{value:g}" if isinstance(value, float) else f"“{value}”" if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.stdout.write(page())
