"""The truth: a table as typed values, made from a recipe and a seed, before anybody writes or reads it as text."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Cell = Decimal | date | str | None


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Names(_Entry):
    """A text column: every one of `each` in turn, so that all combinations with other such columns occur."""

    each: tuple[str, ...] = Field(min_length=2)


class Days(_Entry):
    """A date column of `count` dates in order."""

    start: date
    step_days: int = Field(default=1, ge=1)
    count: int = Field(ge=2)


class Steps(_Entry):
    """A number column of the values `first`, `first + by`, …"""

    first: Decimal
    by: Decimal
    count: int = Field(ge=2)


class Values(_Entry):
    """A measured column: a middle, an effect of other columns, and noise, kept within bounds."""

    middle: float
    noise: float = Field(gt=0)
    least: float = 0.0
    decimals: int = Field(default=1, ge=0, le=6)
    shape: Literal["normal", "skewed"] = "normal"
    along: Mapping[str, float] = Field(default_factory=dict)  # by column: added for each of its steps or names


Kind = Names | Days | Steps | Values


class ColumnRecipe(_Entry):
    """One column: its plain header, the same thing as German laboratories write it, and what it holds."""

    name: str
    renamed: str
    holds: Annotated[Kind, Field(union_mode="smart")]


@dataclass(frozen=True, slots=True)
class Truth:
    """A table: headers, and rows of typed cells."""

    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def column(self, name: str) -> tuple[Cell, ...]:
        """The cells of one column."""
        place = self.headers.index(name)
        return tuple(row[place] for row in self.rows)


def make(columns: Sequence[ColumnRecipe], repeats: int, chance: random.Random) -> Truth:
    """The table of a recipe: every combination of its names, days and steps, `repeats` times."""
    fixed = [(column.name, _fixed(column.holds)) for column in columns if not isinstance(column.holds, Values)]
    rows = []
    for places in product(*(range(len(cells)) for _, cells in fixed)):
        for _ in range(repeats):
            at = {name: place for (name, _), place in zip(fixed, places, strict=True)}
            known: dict[str, Cell] = {name: cells[at[name]] for name, cells in fixed}
            drawn: dict[str, float] = {}
            for column in columns:
                if isinstance(column.holds, Values):
                    known[column.name] = _value(column.holds, {**at, **drawn}, chance)
                    drawn[column.name] = float(known[column.name])  # type: ignore[arg-type]  # a Decimal
            rows.append(tuple(known[column.name] for column in columns))
    return Truth(tuple(column.name for column in columns), tuple(rows))


def _fixed(kind: Kind) -> Sequence[Cell]:
    match kind:
        case Names(each=each):
            return each
        case Days(start=start, step_days=step, count=count):
            return [start + timedelta(days=step * place) for place in range(count)]
        case Steps(first=first, by=by, count=count):
            return [first + by * place for place in range(count)]
        case _:
            raise TypeError(kind)


def _value(kind: Values, at: Mapping[str, float], chance: random.Random) -> Decimal:
    spread = chance.lognormvariate(0, 0.6) - 1 if kind.shape == "skewed" else chance.gauss(0, 1)
    value = kind.middle + sum(slope * at[name] for name, slope in kind.along.items()) + kind.noise * spread
    return Decimal(f"{max(value, kind.least):.{kind.decimals}f}")


def replaced(truth: Truth, **changes: Any) -> Truth:
    """`truth` with other headers or rows."""
    return Truth(**{"headers": truth.headers, "rows": truth.rows, **changes})
