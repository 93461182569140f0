"""The table of said.yaml as cases: what is said in which scene, and what has to come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from agent_svc.catalogue import Catalogue
from agent_svc.data.column import Column, ColumnType
from agent_svc.models.chat_model import Bindings, Change, Earlier, Scene
from agent_svc.pipeline.outcome import Theme
from tests_support.shipped import shipped_catalogue

CATALOGUE: Final[Catalogue] = shipped_catalogue()
COLUMNS: Final = tuple(
    Column(name, type_, None, name)
    for name, type_ in (
        ("Date", ColumnType.DATE),
        ("Region", ColumnType.TEXT),
        ("Segment", ColumnType.TEXT),
        ("Price", ColumnType.NUMBER),
        ("Unit cost", ColumnType.NUMBER),
        ("Umsatz", ColumnType.NUMBER),
        ("Menge", ColumnType.NUMBER),
        ("Active", ColumnType.BOOLEAN),
    )
)
EARLIER: Final = Earlier("scatter", "matplotlib", {}, {"title": "Before", "log_y": True}, Theme.LIGHT)


def scene(
    chart_id: str = "scatter",
    locale: str = "en",
    library: str = "matplotlib",
    bindings: Bindings | None = None,
    earlier: Earlier | None = EARLIER,
    **options: object,
) -> Scene:
    """A session with the table's columns and the chart's defaults, but for `options`."""
    chart = CATALOGUE.get(chart_id)
    full = chart.validate_options(options)
    return Scene(chart, full, locale, library, COLUMNS, bindings or {}, CATALOGUE.charts, earlier)


@dataclass(frozen=True)
class Case:
    """One line of the table."""

    topic: str
    say: str
    scene: Scene
    expected: Change | None
    """None: it is answered."""
    missed: str | None = None
    offers: str = ""
    because: str = ""
    helps: str = ""
    entry: dict[str, Any] = field(default_factory=dict, repr=False)


def cases() -> list[Case]:
    """All lines of the table."""
    table = yaml.safe_load((Path(__file__).parent / "said.yaml").read_text(encoding="utf-8"))
    return [_case(topic, entry, part["to"]) for topic, part in table.items() for entry in part["cases"]]


def _case(topic: str, entry: dict[str, Any], chart_id: str) -> Case:
    bindings = {role: tuple(names) for role, names in entry.get("roles_now", {}).items()}
    now = scene(
        entry.get("to", chart_id),
        library=entry.get("from_library", "matplotlib"),
        bindings=bindings,
        earlier=None if entry.get("first") else EARLIER,
        **entry.get("now", {}),
    )
    answered = "missed" in entry or "help" in entry
    return Case(
        topic,
        entry["say"],
        now,
        None if answered else _change(entry),
        entry.get("missed"),
        entry.get("offers", ""),
        entry.get("because", ""),
        entry.get("help", ""),
        entry,
    )


def _change(entry: dict[str, Any]) -> Change:
    return Change(
        options=entry.get("set", {}),
        theme=Theme(entry["theme"]) if "theme" in entry else None,
        redraw=entry.get("redraw", False),
        bindings={role: tuple(names) for role, names in entry.get("roles", {}).items()},
        chart_id=entry.get("chart", ""),
        library=entry.get("library", ""),
        undo=entry.get("undo", False),
    )
