"""A perturbation: one thing that real files do to a table, with what must still be drawn afterwards."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from agent_svc.evals.style import DateStyle, Style
from agent_svc.evals.truth import Cell, ColumnRecipe, Truth, Values, replaced

FEW: Final = 12
_HOLES: Final = 0.06


@dataclass(frozen=True, slots=True)
class Written:
    """A table on its way to being text; `renamed` leads from the recipe's headers to those that it has now."""

    table: Truth
    dates: DateStyle = DateStyle.GERMAN
    missing: str = ""
    style: Style = field(default_factory=Style)
    renamed: Mapping[str, str] = field(default_factory=dict)

    def header_of(self, name: str) -> str:
        """The header that a column of the recipe has by now."""
        return self.renamed.get(name, name)


Apply = Callable[[Written, random.Random, Sequence[ColumnRecipe]], Written]


@dataclass(frozen=True, slots=True)
class Perturbation:
    """What is done, and what it needs of the recipe."""

    apply: Apply
    many: bool = False  #: about 5,000 rows instead of the recipe's own number
    needs_dates: bool = False


def _plain(written: Written, _chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    return written


def _headers(written: Written, _chance: random.Random, columns: Sequence[ColumnRecipe]) -> Written:
    renamed = {column.name: column.renamed for column in columns}
    return replace(written, table=replaced(written.table, headers=tuple(renamed.values())), renamed=renamed)


def _times_ten(written: Written, _chance: random.Random, columns: Sequence[ColumnRecipe]) -> Written:
    measured = [isinstance(column.holds, Values) for column in columns]

    def scaled(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(
            cell * 10 if is_value and isinstance(cell, Decimal) else cell
            for cell, is_value in zip(row, measured, strict=True)
        )

    return replace(written, table=replaced(written.table, rows=tuple(map(scaled, written.table.rows))))


def _twelve_rows(written: Written, chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    places = sorted(chance.sample(range(len(written.table.rows)), FEW))
    return replace(written, table=replaced(written.table, rows=tuple(written.table.rows[place] for place in places)))


def _foreign_dates(written: Written, _chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    return replace(written, style=replace(written.style, dates=written.dates))


def _decimal_comma(written: Written, _chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    return replace(written, style=replace(written.style, delimiter=";", decimal_mark=",", dates=DateStyle.GERMAN))


def _shuffled(written: Written, chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    rows = list(written.table.rows)
    chance.shuffle(rows)
    return replace(written, table=replaced(written.table, rows=tuple(rows)))


def _missing(written: Written, chance: random.Random, columns: Sequence[ColumnRecipe]) -> Written:
    measured = [isinstance(column.holds, Values) for column in columns]

    def holed(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(
            None if is_value and chance.random() < _HOLES else cell
            for cell, is_value in zip(row, measured, strict=True)
        )

    rows = tuple(map(holed, written.table.rows))
    return replace(
        written, table=replaced(written.table, rows=rows), style=replace(written.style, missing=written.missing)
    )


def _extra_columns(written: Written, chance: random.Random, _columns: Sequence[ColumnRecipe]) -> Written:
    table = written.table
    hands = ("AK", "BS", "MH")
    notes = ("ok", "repeated, second run", "checked by hand", None)
    rows = tuple(
        (f"S-{place:04d}", *row, chance.choice(hands), Decimal(chance.randint(180, 240)) / 10, chance.choice(notes))
        for place, row in enumerate(table.rows, 1)
    )
    headers = ("sample_id", *table.headers, "operator", "room temperature (°C)", "remark")
    return replace(written, table=Truth(headers, rows))


PERTURBATIONS: Final[Mapping[str, Perturbation]] = {
    "plain": Perturbation(_plain),
    "headers": Perturbation(_headers),
    "times-ten": Perturbation(_times_ten),
    "twelve-rows": Perturbation(_twelve_rows),
    "many-rows": Perturbation(_shuffled, many=True),
    "foreign-dates": Perturbation(_foreign_dates, needs_dates=True),
    "decimal-comma": Perturbation(_decimal_comma),
    "shuffled": Perturbation(_shuffled),
    "missing-cells": Perturbation(_missing),
    "extra-columns": Perturbation(_extra_columns),
}
