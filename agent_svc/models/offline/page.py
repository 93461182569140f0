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
commas, semicolons, full stops, new lines, “and” or “but”; put a text in quotes when one of these is part of it. A
message is understood as a whole or not at all: the part that is not understood is quoted back with the nearest request,
and nothing is changed. A request that the chart has no option for, or whose value is out of bounds, is refused the same
way. What is understood makes a new version in the theme of the latest one, unless the message asks for another.

- Courtesies (“could you please …”, “ich hätte gern …”) do not count, nor do upper and lower case, ae for ä, ss for ß.
- A slip in a keyword is forgiven: one from four letters on, two from eight on. When it leaves open what is meant, all
  readings are asked back; so is one that may be another word: in a short one more than two swapped letters, in any the
  first letter (“remove tile”, “remove sand”). Titles, labels, numbers, columns and colours are never corrected.
- What is to be taken away and is no part of the picture (“remove sand”, “ohne Ton”) is answered with what can be taken
  away, never with something that adds; rows of the table are left out by a data step.
- Numbers may be digits, words up to twelve, or percents; 2,5 is two and a half in both languages, 1,000 is a thousand
  in English, 1.000 one in German.
- Undo, another chart and another library come first, wherever they stand in the message: the other requests are meant
  for what they lead to. An undone version stays; what it was before is drawn as a new one.
- Requests that cannot both be (“title: A, title: B”) are asked back, and so is one that would leave a role without the
  column that the chart needs. What takes all defaults back may stand before what sets others.
- An unquoted title or label ends where the next request begins; whatever is no request belongs to it.

This page is made by `python -m agent_svc.models.offline.page > docs/requests.md`; a test says every example.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(line for request in REQUESTS if request.examples for line in _section(request))])


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
    sets += [f"`{role}` shows {', '.join(names) or 'no column'}" for role, names in wish.bindings.items()]
    if wish.theme is not None:
        sets.append(f"the theme is {wish.theme.value}")
    if wish.chart_id:
        sets.append(f"the chart is {wish.chart_id}")
    if wish.library:
        sets.append(f"the library is {wish.library}")
    if wish.undo:
        sets.append("everything is as in the version before")
    if wish.help:
        sets.append("is told what can be said")
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
