"""What the root is told of a session: bounded, and of the data only samples."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.assistant.workbench import Workbench, is_adapted
from agent_svc.catalogue import Chart

Told = dict[str, object]

_COLUMNS: Final = 50
_CELL: Final = 80
_TOP: Final = 3
_ROWS: Final = 3
_VERSIONS: Final = 5
_CHARTS: Final = 6
_CODE: Final = 24_000  #: characters


def profile_of(bench: Workbench) -> Told:
    """The columns with their types and a few values each, and three rows."""
    if bench.dataset is None:
        return {"rows": 0, "note": "There is no data yet; the user has to paste a table."}
    profile = bench.dataset.profile
    columns = [
        {
            "name": _cut(column.name),
            "type": column.type.value,
            "unit": _cut(column.unit or ""),
            "missing": column.missing,
            "different": column.unique,
            "min": _cut(column.minimum or ""),
            "max": _cut(column.maximum or ""),
            "frequent": [_cut(top.value) for top in column.top[:_TOP]],
        }
        for column in profile.columns[:_COLUMNS]
    ]
    return {
        "rows": profile.rows,
        "columns": columns,
        "sample": [list(map(_cut, row)) for row in profile.sample[:_ROWS]],
    }


def brief_of(bench: Workbench) -> Told:
    """The chart's roles and options with what they take, and the state of both."""
    chart = bench.chart
    if chart is None:
        return {"note": "No chart is chosen yet; find_charts finds one, switch_chart chooses it."}
    roles = [
        {
            "name": role.name,
            "title": role.title,
            "takes": list(role.types),
            "required": role.required,
            "columns": f"{role.min} to {role.max}" if role.family else "1",
        }
        for role in chart.roles
    ]
    options = [
        {"name": option.name, "does": option.description, "takes": option.allowed, "default": option.default}
        for option in chart.options
    ]
    about = {"id": chart.id, "title": chart.title, "description": chart.description, "tags": list(chart.tags)}
    return {"chart": about, "roles": roles, "options": options, **state_of(bench)}


def state_of(bench: Workbench) -> Told:
    """The bindings and options as they are now."""
    return {
        "bindings": {role: list(columns) for role, columns in bench.session.bindings.items()},
        "missing_roles": list(bench.mapping.missing_roles),
        "options_now": bench.options,
    }


def versions_of(bench: Workbench) -> list[Told]:
    """The latest versions in short, the newest last."""
    return [
        {
            "version": version.number,
            "chart": version.chart_id,
            "library": version.library,
            "status": version.status.value,
            "theme": version.theme.value,
            "code_was_changed": is_adapted(version),
        }
        for version in bench.session.versions[-_VERSIONS:]
    ]


def charts_like(query: str, bench: Workbench) -> Told:
    """The charts that share most words with `query`, at the same number those of the session's library first."""
    words = set(re.findall(r"\w{3,}", query.casefold()))
    charts = [chart for chart in bench.catalogue.charts.values() if chart.libraries]
    other = {chart.id for chart in charts if bench.session.library not in chart.libraries}
    ranked = sorted(charts, key=lambda chart: (-_shared(words, chart), chart.id in other, chart.id))
    found = [chart for chart in ranked if _shared(words, chart)][:_CHARTS]
    return {
        "charts": [
            {
                "id": chart.id,
                "title": chart.title,
                "description": chart.description,
                "libraries": list(chart.libraries),
            }
            for chart in found
        ]
    }


def shown_code(working_form: str) -> str:
    """`working_form`, cut when it is very long."""
    return working_form if len(working_form) <= _CODE else f"{working_form[:_CODE]}\n# … cut here"


def _shared(words: set[str], chart: Chart) -> int:
    text = f"{chart.id} {chart.title} {chart.description} {' '.join(chart.tags)}".casefold()
    return sum(word.rstrip("s") in text for word in words)


def _cut(text: str) -> str:
    return text if len(text) <= _CELL else f"{text[: _CELL - 1]}…"
