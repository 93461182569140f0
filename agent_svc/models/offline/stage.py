"""The stage: how the scene looks to the next request of a message, after those before it."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.reading import Part
from agent_svc.models.offline.request import Wish

#: Requests that the others are meant for the result of, in the order in which they take effect.
_FIRST = ("undo", "chart", "other chart", "library")


def sorted_by_effect(parts: list[Part]) -> list[Part]:
    """Undo, the chart and the library before the rest, which keeps its order."""

    def rank(part: Part) -> int:
        name = part.meanings[0].found.owner.name
        return _FIRST.index(name) if name in _FIRST else len(_FIRST)

    return sorted(parts, key=rank)


def before_any(scene: Scene, parts: list[Part]) -> Scene:
    """`scene` for the first part: a chart that is asked for together with a library need not be there in another."""
    kinds = {part.meanings[0].found.owner.name for part in parts}
    libraries = [found for part in parts if (found := part.meanings[0].value("library"))]
    return replace(scene, library=libraries[-1]) if libraries and kinds & {"chart", "other chart"} else scene


def after(scene: Scene, wish: Wish) -> Scene:
    """`scene` with what was wished for; what another chart does not take is left out."""
    if wish.undo and scene.earlier is not None:
        scene = _before(scene)
    chart = scene.charts.get(wish.chart_id, scene.chart)
    kept = dict(scene.options) if chart is scene.chart else _taken(scene, wish.chart_id)
    for name, value in wish.options.items():
        option = chart.option(name)
        kept[name] = option.default if value is None and option is not None else value
    return replace(
        scene,
        chart=chart,
        library=wish.library or scene.library,
        options=kept,
        bindings={**scene.bindings, **wish.bindings},
    )


def _before(scene: Scene) -> Scene:
    earlier = scene.earlier
    assert earlier is not None, "there is something to go back to"
    chart = scene.charts.get(earlier.chart_id, scene.chart)
    options = {option.name: earlier.options.get(option.name, option.default) for option in chart.options}
    return replace(
        scene, chart=chart, library=earlier.library, bindings=earlier.bindings, options=options, earlier=None
    )


def _taken(scene: Scene, chart_id: str) -> dict[str, object]:
    chart = scene.charts[chart_id]
    kept = {}
    for option in chart.options:
        value = scene.options.get(option.name, option.default)
        kept[option.name] = option.default if option.refuses(value) else value
    return kept
