"""The nearest request: what the offline provider can do that looks most like what it did not understand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from agent_svc.catalogue.chart import Chart
from agent_svc.models.offline.request import Example, Request

_COMPARED: Final = 100  # characters of a part that are compared


def nearest(part: str, chart: Chart, requests: Iterable[Request]) -> Example | None:
    """The example, of those that fit the chart, that shares most with `part`; None when the chart takes no request."""
    fitting = [example for request in requests if request.fits(chart) for example in request.examples]
    part = part[:_COMPARED]
    own = [example for example in fitting if all(_has(chart, name) for name in example.wish.options)]
    return max(own, key=lambda example: _likeness(part, example.text), default=None)


def _has(chart: Chart, name: str) -> bool:
    return any(option.name == name for option in chart.options)


def _likeness(part: str, example: str) -> float:
    ours, theirs = _words(part), _words(example)
    shared = sum(max((_ratio(word, other) for other in theirs), default=0.0) for word in ours) / max(len(ours), 1)
    return shared + 0.5 * _ratio(part.casefold(), example.casefold())


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2]


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
