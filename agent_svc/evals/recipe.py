"""A recipe: one small file from which many cases are made, every chart crossed with every perturbation and library."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from agent_svc.evals.case import Bindings, Case, CaseError, ColumnExpectation, Expectation, listed
from agent_svc.evals.perturbation import PERTURBATIONS, Written
from agent_svc.evals.style import DateStyle
from agent_svc.evals.truth import Cell, ColumnRecipe, make

RECIPE_FILE = "cases.yaml"  # in a folder that stands for its recipe


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ChartRecipe(_Entry):
    """The table and the request of one chart, before anything is done to it."""

    columns: tuple[ColumnRecipe, ...]
    bindings: Bindings
    dated: Bindings | None = None  # instead of `bindings` when dates are written in another way: dates on an axis
    automatic: bool = True  # whether these bindings are found by type and name as well
    repeats: int = Field(default=1, ge=1)  # records of each combination
    many: int = Field(ge=1)  # the same for about 5,000 rows
    options: Mapping[str, object] = Field(default_factory=dict)
    dates: DateStyle = DateStyle.GERMAN  # what dates are written as when they are foreign
    missing: str = ""  # what stands in for a missing value

    @field_validator("bindings", "dated", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return listed(value)


class Recipe(_Entry):
    """What is crossed."""

    seed: int
    libraries: tuple[str, ...] = Field(min_length=1)
    perturbations: tuple[str, ...] = Field(min_length=1)
    charts: Mapping[str, ChartRecipe] = Field(min_length=1)

    @field_validator("perturbations")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        unknown = sorted(set(value) - set(PERTURBATIONS))
        if unknown:
            raise ValueError(f"there is no {', '.join(unknown)}; there are {', '.join(PERTURBATIONS)}")
        return value

    def cases(self) -> Iterator[Case]:
        """Every case, its table the same each time: chart and perturbation decide it, never the library."""
        for library in self.libraries:
            for chart, recipe in self.charts.items():
                for place, name in enumerate(self.perturbations):
                    theme = "dark" if (place + len(chart)) % 2 else "light"
                    yield self._case(chart, recipe, name, library, theme)

    def _case(self, chart: str, recipe: ChartRecipe, name: str, library: str, theme: str) -> Case:
        chance = random.Random(f"{self.seed} {chart} {name}")  # noqa: S311 data for pictures, not for secrets
        perturbation = PERTURBATIONS[name]
        table = make(recipe.columns, recipe.many if perturbation.many else recipe.repeats, chance)
        if perturbation.needs_dates and not any(is_date(cell) for cell in table.rows[0]):
            raise CaseError(f"charts.{chart}: {name} needs a column of dates")
        written = perturbation.apply(Written(table, dates=recipe.dates, missing=recipe.missing), chance, recipe.columns)
        bindings = recipe.dated if perturbation.needs_dates and recipe.dated else recipe.bindings
        bound = {role: tuple(written.header_of(name) for name in names) for role, names in bindings.items()}
        found = name == "plain" and recipe.automatic
        return Case.model_validate(
            {
                "id": f"{chart}.{name}.{library}",
                "chart": chart,
                "library": library,
                "theme": theme,
                "perturbation": name,
                "bindings": None if found else bound,
                "options": recipe.options,
                "expect": expected(written, bound if found else None),
                "data": written.style.written(written.table).encode(),
            }
        )


def expected(written: Written, bindings: Bindings | None) -> Expectation:
    """What must come of a table, from its true cells and the style that it was written in."""
    table, style = written.table, written.style
    columns, reading = {}, {}
    for header in table.headers:
        cells = table.column(header)
        held = [cell for cell in cells if cell is not None]
        columns[header] = _column(cells, held)
        fractions = any(isinstance(cell, Decimal) and cell != cell.to_integral_value() for cell in held)
        if style.decimal_mark == "," and fractions:
            reading[f"decimal_mark:{header}"] = "comma"
        if is_date(held[0]) and style.dates.order:
            reading[f"date_order:{header}"] = style.dates.order
    if style.delimiter == ";":
        reading["delimiter"] = "semicolon"
    return Expectation(model_calls=0, rows=len(table.rows), columns=columns, reading=reading, bindings=bindings)


def _column(cells: tuple[Cell, ...], held: Sequence[Cell]) -> ColumnExpectation:
    missing = len(cells) - len(held)
    if isinstance(held[0], Decimal):
        total = sum(cell for cell in held if isinstance(cell, Decimal))
        return ColumnExpectation(type="number", missing=missing, total=float(total))
    kind = "date" if is_date(held[0]) else "text"
    return ColumnExpectation(type=kind, missing=missing, first=str(held[0]), last=str(held[-1]))  # type: ignore[arg-type]


def is_date(cell: Cell) -> bool:
    """Whether the cell is a day."""
    return cell is not None and not isinstance(cell, Decimal | str)


def read_recipe(path: Path) -> Recipe:
    """The recipe of a YAML file. Raises CaseError naming the file and every field that is wrong."""
    try:
        return Recipe.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}; name a folder of cases or a recipe") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, line['loc']))}: {line['msg']}" for line in error.errors()[:10])
        raise CaseError(f"{path}: {wrong}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: is no YAML in UTF-8") from error
