"""A read-back declaration: how a chart's marks follow from its data, in a closed vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from agent_svc.catalogue import readback_along as along
from agent_svc.catalogue import readback_choice as choice
from agent_svc.catalogue import readback_estimates as estimates
from agent_svc.catalogue import readback_groups as groups
from agent_svc.catalogue import readback_rows as rows
from agent_svc.catalogue import readback_statistics as statistics
from agent_svc.catalogue.option import Name, Words
from agent_svc.catalogue.readback_part import STATISTICS, Channel, Condition, MarkKind, Match, Part, Step

STEPS: Final[Mapping[str, type[Step]]] = {
    "drop": rows.Drop,
    "positive": rows.Positive,
    "interval": rows.Interval,
    "aggregate": groups.Aggregate,
    "top": groups.Top,
    "cut": rows.Cut,
    "share": groups.Share,
    "cumulative": along.Cumulative,
    "bridge": along.Bridge,
    "stack": along.Stack,
    "rank": groups.Rank,
    "difference": along.Difference,
    "bin": statistics.Bin,
    "rolling": along.Rolling,
    "normalise": groups.Normalise,
    "fit": statistics.Fit,
    "ecdf": statistics.Ecdf,
    "quantiles": statistics.Quantiles,
    "extent": groups.Extent,
    "spread": groups.Spread,
    "negate": rows.Negate,
    "correlate": statistics.Correlate,
    "scale": rows.Scale,
    "copy": rows.Copy,
    "edges": rows.Edges,
    "samples": estimates.Samples,
    "density": estimates.Density,
    "letters": estimates.Letters,
    "band": estimates.Band,
    "through": estimates.Through,
    "ranges": estimates.Ranges,
    "hexagons": estimates.Hexagons,
    "first": choice.First,
    "ends": choice.Ends,
    "lead": choice.Lead,
    "join": choice.Join,
}


def _read_step(value: object) -> object:
    """The step that a mapping writes down: its first key is the step's name."""
    if not isinstance(value, Mapping):
        return value
    name = next(iter(value), "")
    if name not in STEPS:
        raise ValueError(f"{name!r} is no step; a step begins with its name: {', '.join(STEPS)}")
    return STEPS[str(name)].model_validate(value)


AnyStep = Annotated[Step, BeforeValidator(_read_step)]


class Layer(Part):
    """One kind of marks that is drawn, and how closely it follows the table."""

    marks: MarkKind
    match: Match = "equal"
    compare: tuple[Channel, ...] | None = None  # None: what the kind of marks shows
    order: Literal["steady", "free"] = "steady"  # whether a line has to go one way along its axis
    tolerance: float | None = Field(default=None, gt=0, lt=0.1)  # of estimates; None: the chart's
    not_in: tuple[str, ...] = ()  # libraries that draw something else in the place of these marks
    steps: tuple[AnyStep, ...] = ()  # after the declaration's own
    when: Condition | None = None


class Readback(Part):
    """How the marks follow from data.csv: which role is which channel, what is done to the table, what is drawn."""

    source: Mapping[Channel, Name] = Field(alias="from", min_length=1)  # role by channel
    categories: tuple[Channel, ...] = ()  # channels whose numbers and dates are read as names
    otherwise: Mapping[Channel, Channel] = Field(default_factory=dict)  # a channel that stands in for one without role
    steps: tuple[AnyStep, ...] = ()
    layers: tuple[Layer, ...] = ()  # empty: one of the chart's own marks
    swap: bool = False  # whether place and value may have changed axes (bars, boxes and the like always may)
    panels: bool = False  # whether each axes is a series of its own, named by its title


class NoReadback(Part):
    """There is nothing that the host could compute; the reason is shown in the chart's documentation."""

    none: Words


Declaration: TypeAlias = Readback | NoReadback


def unknown_names(readback: Readback, roles: set[str], options: set[str]) -> list[str]:
    """The roles and options that the declaration names and the chart does not have."""
    wrong = [f"role {role}" for role in readback.source.values() if role not in roles]
    parts: list[Any] = [*readback.steps, *readback.layers, *(s for layer in readback.layers for s in layer.steps)]
    for part in parts:
        wrong += [f"option {name}" for name in _option_names(part) if name not in options]
    return sorted(set(wrong))


def _option_names(part: Part) -> list[str]:
    when = getattr(part, "when", None)
    names = [when] if isinstance(when, str) else list(when or ())
    for field in _NAMING.get(type(part), ()):
        value = getattr(part, field)
        if isinstance(value, str) and value not in _WORDS:
            names.append(value)
    return names


_WORDS: Final = frozenset(
    {*STATISTICS, "rows", "sd", "sem", "ci95", "minmax", "quartiles", "percent", "density"}
    | {"pearson", "spearman", "kendall", "hour", "day", "week", "month", "quarter", "year"}
)
_NAMING: Final[Mapping[type[Part], tuple[str, ...]]] = {
    rows.Interval: ("interval",),
    groups.Aggregate: ("aggregate",),
    groups.Top: ("weigh", "option", "other"),
    rows.Cut: ("option",),
    along.Stack: ("sort",),
    statistics.Bin: ("bin", "log", "scale"),
    along.Rolling: ("rolling",),
    statistics.Fit: ("degree",),
    groups.Spread: ("spread", "center"),
    statistics.Correlate: ("correlate",),
    estimates.Density: ("density", "log"),
    estimates.Hexagons: ("hexagons",),
    choice.Lead: ("order", "option"),
    along.Bridge: ("total",),
}
