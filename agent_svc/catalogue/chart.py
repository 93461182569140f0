"""A chart: one catalogue entry with its roles, its options and one script per library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from agent_svc.catalogue.nearest import nearest
from agent_svc.catalogue.option import Name, Option, Words
from agent_svc.catalogue.readback import Declaration, Readback, unknown_names
from agent_svc.catalogue.readback_part import MarkKind
from agent_svc.errors import InvalidError, NotEligibleError
from plotlane_kit.errors import Violation

__all__ = ["SIZES", "Aggregation", "Chart", "Option", "Role"]

ChartId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
ColumnTypeName = Literal["number", "date", "text", "boolean"]

SIZES: Mapping[str, tuple[int, int]] = {"wide": (3200, 1800), "square": (2400, 2400)}


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Role(_Entry):
    """A named input of a chart; a family takes `min` to `max` columns, any other role one."""

    name: Name
    title: Words
    description: Words
    types: tuple[ColumnTypeName, ...] = Field(min_length=1)
    required: bool = True
    family: bool = False
    min: int = Field(default=1, ge=1)
    max: int = Field(default=1, ge=1, le=50)

    @model_validator(mode="after")
    def _bounds_fit(self) -> Self:
        if not self.family and (self.min, self.max) != (1, 1):
            raise ValueError("only a family role may set min and max")
        if self.min > self.max:
            raise ValueError("min is above max")
        return self


class Aggregation(_Entry):
    """What records are aggregated over, so that a gate can compute the drawn values again."""

    option: Name  # the option that names how: mean, sum, ...
    over: tuple[Name, ...] = Field(min_length=1)  # roles; their values together are the key
    value: Name  # the role whose values are aggregated
    interval: Name | None = None  # the option that names the calendar interval which dates are moved to first


class Chart(_Entry):
    """One chart of the catalogue, as its `chart.yaml` says."""

    id: ChartId
    title: Words
    description: Words
    tags: tuple[Name, ...] = Field(min_length=1)
    size: Literal["wide", "square"]
    roles: tuple[Role, ...] = Field(min_length=1)
    options: tuple[Option, ...]
    aggregation: Aggregation | None = None  # None: the rows are drawn as they are
    marks: MarkKind
    readback: Declaration | None = None  # how the marks follow from the data; docs/readback.md
    tolerance: float = Field(default=1e-6, gt=0, le=0.05)  # of the largest value: how far a mark may be off
    not_in: Mapping[str, Words] = Field(default_factory=dict)  # why there is no script, by library
    unsupported: Mapping[str, Mapping[Name, Words]] = Field(default_factory=dict)  # by library: option -> why not

    _scripts: Mapping[str, str] = PrivateAttr(default_factory=dict)
    _theme_blocks: Mapping[str, str] = PrivateAttr(default_factory=dict)

    @model_validator(mode="after")
    def _names_fit(self) -> Self:
        roles = [role.name for role in self.roles]
        options = {option.name: option for option in self.options}
        if len(set(roles)) < len(roles) or len(options) < len(self.options):
            raise ValueError("two roles or two options share a name")
        if self.aggregation:
            unknown = {*self.aggregation.over, self.aggregation.value} - set(roles)
            if unknown:
                raise ValueError(f"aggregation names unknown roles: {', '.join(sorted(unknown))}")
            for name in filter(None, (self.aggregation.option, self.aggregation.interval)):
                if name not in options or options[name].kind != "choice":
                    raise ValueError(f"aggregation names {name!r}, which is no choice option")
        odd = {name for why in self.unsupported.values() for name in why} - set(options)
        if odd:
            raise ValueError(f"unsupported names unknown options: {', '.join(sorted(odd))}")
        if isinstance(self.readback, Readback) and (wrong := unknown_names(self.readback, set(roles), set(options))):
            raise ValueError(f"readback names what the chart does not have: {', '.join(wrong)}")
        return self

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return SIZES[self.size]

    @property
    def libraries(self) -> tuple[str, ...]:
        """The libraries that this chart has a script for, in alphabetical order."""
        return tuple(sorted(self._scripts))

    def script(self, library: str) -> str:
        """The catalogue script; raises NotEligibleError naming the libraries that there are."""
        return self._text_of(self._scripts, library)

    def theme_block(self, library: str) -> str:
        """The theme that goes into the library's scripts; raises NotEligibleError like `script`."""
        self._text_of(self._scripts, library)
        return self._theme_blocks[library]

    def role(self, name: str) -> Role | None:
        """The role of that name, or None."""
        return next((role for role in self.roles if role.name == name), None)

    def option(self, name: str) -> Option | None:
        """The option of that name, or None."""
        return next((option for option in self.options if option.name == name), None)

    def ignored(self, library: str, values: Mapping[str, object]) -> dict[str, str]:
        """Why the library's script takes no notice of options that have another value than their default, by name."""
        why = self.unsupported.get(library, {})
        return {
            option.name: why[option.name]
            for option in self.options
            if option.name in why and values.get(option.name, option.default) != option.default
        }

    def with_scripts(self, scripts: Mapping[str, str], theme_blocks: Mapping[str, str]) -> Self:
        """This chart with its scripts and the theme blocks of their libraries."""
        chart = self.model_copy()
        chart._scripts, chart._theme_blocks = dict(scripts), dict(theme_blocks)
        return chart

    def validate_options(self, values: Mapping[str, object]) -> dict[str, object]:
        """Every option of the chart with its value or default; raises InvalidError listing every refused line."""
        refused = []
        full: dict[str, object] = {option.name: option.default for option in self.options}
        for name, value in values.items():
            option = self.option(name)
            if option is None:
                known = nearest(name, list(full))
                refused.append(
                    Violation(f"options.{name}", f"{self.id} has no such option; nearest: {', '.join(known)}")
                )
                continue
            problem = option.refuses(value)
            if problem:
                refused.append(Violation(f"options.{name}", problem))
            else:
                full[name] = option.clean(value)
        if refused:
            raise InvalidError(_listed(refused), violations=refused)
        return full

    def _text_of(self, texts: Mapping[str, str], library: str) -> str:
        if library not in texts:
            there = ", ".join(self.libraries) or "no library"
            raise NotEligibleError(f"{self.id} has no script for {library!r}; it can be drawn with {there}.")
        return texts[library]


def _listed(refused: list[Violation]) -> str:
    lines = "; ".join(f"{violation.field}: {violation.message}" for violation in refused)
    return f"These options cannot be: {lines}."
