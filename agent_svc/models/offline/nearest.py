"""The nearest request: what the offline provider can do that looks most like what it did not understand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent_svc.catalogue.chart import Chart
from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.book import REQUESTS
from agent_svc.models.offline.likeness import runs_of
from agent_svc.models.offline.removal import is_removal
from agent_svc.models.offline.request import Example, Request

_EXAMPLES: Final = tuple(
    (language, request, example, runs_of(f"{example.text} {request.name}"), is_removal(example.text))
    for request in REQUESTS
    for language, examples in (
        (Language.ENGLISH, request.english_examples),
        (Language.GERMAN, request.german_examples),
    )
    for example in examples
)
_FAR: Final = 1 / 3  # of what was said; a third is shared with nearly any sentence
_SPREAD: Final = Counter(gram for *_, grams, _ in _EXAMPLES for gram in grams)


@dataclass(frozen=True, slots=True)
class Near:
    """The nearest example; `is_far` when it has so little in common with what was said that it may be no help."""

    example: Example
    is_far: bool


def nearest(part: str, scene: Scene, language: Language, *, removals: bool = False) -> Near | None:
    """The example in that language that can be done here and shares most with `part`, the rarer the better.

    `removals`: only those that take something away.
    """
    asked = runs_of(part)
    best, most, common = None, -1.0, 0
    for spoken, request, example, grams, removal in _EXAMPLES:
        if spoken is not language or (removals and not removal) or not can_be_said(request, example, scene):
            continue
        shared = sum(1 / _SPREAD[gram] for gram in asked & grams) / math.sqrt(len(grams))
        if shared > most:
            best, most, common = example, shared, len(asked & grams)
    return None if best is None else Near(best, is_far=common <= _FAR * len(asked))


def related(request: Request, scene: Scene, language: Language, *, removals: bool = False) -> Example | None:
    """The first example of what may be meant instead of a request that does not fit the chart; None: nothing.

    `removals`: only of those that take something away.
    """
    named = {one.name: one for one in REQUESTS}
    found = (first_of(named[name], scene, language, removals=removals) for name in request.related)
    return next((example for example in found if example is not None), None)


def first_of(request: Request, scene: Scene, language: Language, *, removals: bool = False) -> Example | None:
    """The request's first example that can be done here; `removals`: only of those that take something away."""
    sayable = (one for one in _in(request, language) if not removals or is_removal(one.text))
    return next((one for one in sayable if can_be_said(request, one, scene)), None)


def _in(request: Request, language: Language) -> Sequence[Example]:
    return request.english_examples if language is Language.ENGLISH else request.german_examples


def can_be_said(request: Request, example: Example, scene: Scene) -> bool:
    """Whether the example means something here: its options, values, columns, chart and library are there."""
    wish, chart = example.wish, scene.chart
    columns = {column.name for column in scene.columns}
    target = scene.charts.get(wish.chart_id)
    return (
        request.fits(chart)
        and all(_takes(scene, name, value) for name, value in wish.options.items())
        and all(chart.role(role) is not None and columns >= set(names) for role, names in wish.bindings.items())
        and all(
            chart.role(role) is None or names or not _required(scene, role) for role, names in wish.bindings.items()
        )
        and (not wish.chart_id or (target not in (None, chart) and _draws(scene, target)))
        and (not wish.library or wish.library in set(chart.libraries) - {scene.library})
        and (not wish.undo or scene.earlier is not None)
    )


def _takes(scene: Scene, name: str, value: object) -> bool:
    option = scene.chart.option(name)
    if option is None or (scene.library and name in scene.chart.unsupported.get(scene.library, {})):
        return False
    return value is None or option.refuses(value) is None


def _draws(scene: Scene, chart: Chart | None) -> bool:
    return chart is not None and (not scene.library or scene.library in chart.libraries)


def _required(scene: Scene, role: str) -> bool:
    found = scene.chart.role(role)
    return found is not None and found.required
