"""The results: a table for people, JSON for whoever compares, and the page that keeps the last table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.bench.machine import machine
from tests.bench.measure import Measure

JSON_PATH: Final = Path("bench-results.json")
PAGE_PATH: Final = Path("docs/benchmarks.md")
TABLE_MARK: Final = "<!-- the last table -->"
COLUMNS: Final = ("metric", "value", "unit", "yardstick", "its value", "ratio")


def show(measures: Iterable[Measure]) -> None:
    """Print the table."""
    table = Table(*COLUMNS, title=machine())
    for measure in measures:
        table.add_row(*_cells(measure))
    Console(width=170).print(table)


def write_json(measures: Iterable[Measure]) -> None:
    """Replace bench-results.json by what this run has measured."""
    found = {
        each.name: {
            "value": each.value,
            "unit": each.unit,
            "yardstick": each.yardstick,
            "yardstick_value": each.yardstick_value,
            "ratio": each.ratio,
        }
        for each in measures
    }
    JSON_PATH.write_text(json.dumps(found, indent=2) + "\n")


def write_page(measures: Iterable[Measure]) -> None:
    """Put the table into the page in place of the last one."""
    text, _, _ = PAGE_PATH.read_text().partition(TABLE_MARK)
    rows = [COLUMNS, ("---",) * len(COLUMNS), *map(_cells, measures)]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    day = datetime.now(UTC).date().isoformat()
    PAGE_PATH.write_text(f"{text}{TABLE_MARK}\n\nMeasured on {day}: {machine()}.\n\n{table}\n")


def _cells(measure: Measure) -> tuple[str, ...]:
    name, value, other = measure.name, _number(measure.value), _number(measure.yardstick_value)
    return (name, value, measure.unit, measure.yardstick, other, _number(measure.ratio))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
