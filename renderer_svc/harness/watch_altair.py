"""What altair drew: the Vega-Lite specification and its data by column, noted at each `save`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from renderer_svc.harness.columns import Room, columns, text
from renderer_svc.harness.report import Report, save_vector

_MAX_DEPTH: Final = 10  # of the specification; the report as a whole may be 16 deep
_MAX_ITEMS: Final = 100
_MAX_EXPRESSION: Final = 6_000  # characters of what writes the ticks of an axis
_TITLE_KEYS: Final = frozenset({"title", "text", "subtitle"})


def watch(report: str, vector: bool) -> None:
    """From now on each `save` of a PNG is also noted in `report`, and with `vector` gets an SVG beside it."""
    from altair.vegalite.v6.api import TopLevelMixin

    original = TopLevelMixin.save
    notes = Report(report, "altair")

    @functools.wraps(original)
    def save(self: Any, fp: Any, *rest: Any, **options: Any) -> None:
        original(self, fp, *rest, **options)
        name = str(fp)
        if not name.endswith(".png"):
            return
        notes.add(name, lambda room: _describe_chart(self, room))
        if vector:
            save_vector(name, lambda path: original(self, path))

    TopLevelMixin.save = save  # type: ignore[method-assign]


def _describe_chart(chart: Any, room: Room) -> tuple[dict[str, Any], list[str]]:
    import altair as alt

    with alt.data_transformers.enable("default", max_rows=None):
        return describe(chart.to_dict(), room)


def describe(spec: Mapping[str, Any], room: Room) -> tuple[dict[str, Any], list[str]]:
    """{spec: without the data, datasets: {name: columns}} and all titles."""
    texts: list[str] = []
    datasets = {name: columns(_by_column(rows), room) for name, rows in list(spec.get("datasets", {}).items())[:20]}
    rest = {key: value for key, value in spec.items() if key not in ("datasets", "$schema")}
    return {"spec": _condensed(rest, texts, _MAX_DEPTH), "datasets": datasets}, texts


def _by_column(rows: list[Mapping[str, Any]]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows[:100] for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _condensed(value: Any, texts: list[str], depth: int, key: str = "") -> Any:
    if isinstance(value, Mapping):
        items = list(value.items())[:_MAX_ITEMS] if depth else []
        return {text(name): _condensed(item, texts, depth - 1, name) for name, item in items}
    if isinstance(value, list | tuple):
        return [_condensed(item, texts, depth - 1, key) for item in value[:_MAX_ITEMS]] if depth else []
    if isinstance(value, str):
        if key in _TITLE_KEYS:
            texts.append(value)
        return text(value) if key != "labelExpr" else value[:_MAX_EXPRESSION]
    return value if value is None or isinstance(value, bool | int | float) else text(value)
