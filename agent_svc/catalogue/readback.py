"""A read-back declaration: how a chart's marks follow from its data, in a closed vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from agent_svc.catalogue.option import Name, Words

MarkKind = Literal[
    "points",
    "lines",
    "areas",
    "bars",
    "segments",
    "boxes",
    "violins",
    "cells",
    "wedges",
    "tiles",
    "arrows",
]
Channel = Literal[
    "place", "across", "value", "series", "low", "high", "open", "close", "start", "end", "size", "dx", "dy"
]
Match = Literal["equal", "subset", "contains", "extent", "total", "curve"]
Statistic = Literal["mean", "sum", "median", "count", "min", "max"]
STATISTICS: Final = ("mean", "sum", "median", "count", "min", "max")
Condition: TypeAlias = Name | dict[Name, tuple[str | bool | float, ...]]
How: TypeAlias = Name  # an option of the chart that names a statistic, or a statistic


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class _Step(_Part):
    """One transform of the table of records."""

    when: Condition | None = None  # an option that must be set, or the values that it must have


class Drop(_Step):
    """Rows without a value in one of the channels are left out."""

    drop: tuple[Channel, ...] = Field(min_length=1)


class Positive(_Step):
    """Rows whose value in the channel is zero or below are left out, unless none would be left."""

    positive: Channel
    always: bool = False  # also when nothing is left


class Interval(_Step):
    """Dates in `place` move to the start of their interval: hour, day, week, month, quarter, year."""

    interval: Name  # the option, or one of these words
    fill: bool = True  # whether intervals without records become rows without a value


class Aggregate(_Step):
    """One row per combination of `by`; missing values are ignored, a sum of nothing is missing."""

    aggregate: How
    by: tuple[Channel, ...] = ("place", "series")
    of: tuple[Channel, ...] = ("value",)


class Top(_Step):
    """All but the heaviest names of a channel become one, "Other (how many)", or are left out; ties keep data order."""

    top: Channel
    weigh: str = "sum"  # a statistic, an option that names one, or "rows"
    option: Name | None = None  # the option with the number; None or unset: `default`
    default: int | None = Field(default=None, ge=1)  # None: all are kept
    lying: int | None = Field(default=None, ge=1)  # the default when the option `orientation` is "horizontal"
    other: bool | Name = True  # whether the rest becomes one; or the option that says so
    less: int = Field(default=0, ge=0)  # taken off the number: 1 when Other is one of them
    slack: int = Field(default=0, ge=0)  # how many names more than the limit are still all kept
    least: float = Field(default=0, ge=0, lt=1)  # the default counts only names with at least this share of the sum
    positive: bool = False  # only names with a positive weight take part; the others are left out


class Cut(_Step):
    """Numbers or dates of a channel with more different values than the option says become that many equal ranges."""

    cut: Channel
    option: Name
    default: int = Field(ge=1)
    most: int = Field(default=20, ge=1)  # ranges at most


class Share(_Step):
    """Values become shares of the sum within each combination of `within`, in percent or as fractions."""

    share: Literal["percent", "fraction"]
    within: tuple[Channel, ...] = ()


class Cumulative(_Step):
    """Values become running sums along the channel (ascending, or by falling value) within each combination."""

    cumulative: Literal["place", "value", "data"]
    within: tuple[Channel, ...] = ()


class Bridge(_Step):
    """Each value becomes `low` and `high`: where the running sum stood before and after it."""

    bridge: Literal["data", "place"]
    total: Words | None = None  # the name of a last bar from zero to the whole sum


class Stack(_Step):
    """Values become `low` and `high`, on top of each other within each place, in the order of the series.

    zero: one pile. signs: negative values in a pile of their own below zero. fill: shares of 1.
    """

    stack: Literal["zero", "signs", "fill"]
    within: tuple[Channel, ...] = ("place",)
    one_sign: bool = False  # only when no value is negative and there are several series
    gaps: bool = False  # missing values are interpolated along place, and zero at the ends
    sort: Name | None = None  # the option that orders the series: ascending, descending, label


class Rank(_Step):
    """Values become ranks within each combination: 1 is the largest, or the smallest."""

    rank: Literal["descending", "ascending"]
    within: tuple[Channel, ...] = ("place",)
    ties: Literal["first", "min", "max", "average", "dense"] = "first"


class Difference(_Step):
    """Values become differences to the value before them along place, within each combination; the first is lost."""

    difference: tuple[Channel, ...]


class Bin(_Step):
    """Values become counts in bins: rows with `start`, `end` and `value`, the same edges for all series.

    Edges: the option's number of equal ones, else one per whole number when few, else Freedman-Diaconis, 5 to 60.
    """

    bin: Name | None  # the option with the number of bins
    log: Name | None = None  # the option that makes the edges equal on a logarithmic axis
    scale: Name | Literal["count", "percent", "density"] = "count"


class Rolling(_Step):
    """Values become centred moving averages over the option's number of rows, within each combination."""

    rolling: Name
    within: tuple[Channel, ...] = ("series",)


class Normalise(_Step):
    """Values become 0 to 1 (unit) or distances from the mean in standard deviations, within each combination."""

    normalise: Literal["unit", "zscore"]
    within: tuple[Channel, ...] = ("series",)


class Fit(_Step):
    """Values become what a polynomial of least squares gives at their place, or what is left of them."""

    fit: Literal["curve", "residual"]
    degree: int | Name = 1
    within: tuple[Channel, ...] = ("series",)


class Ecdf(_Step):
    """Each value becomes a place, and its value the share of values up to it (1, or 100 in percent)."""

    ecdf: Literal["fraction", "percent"]
    within: tuple[Channel, ...] = ("series",)


class Quantiles(_Step):
    """Sorted values stand at the quantiles of the normal distribution, (i - a) / (n + 1 - 2a)."""

    quantiles: Literal["normal"]
    a: float = Field(default=0.5, ge=0, le=1)
    within: tuple[Channel, ...] = ("series",)


class Extent(_Step):
    """One row per combination with the smallest value as `low` and the largest as `high`."""

    extent: tuple[Channel, ...]


class Spread(_Step):
    """One row per combination: the centre as value, `low` and `high` around it."""

    spread: Name | Literal["sd", "sem", "ci95", "minmax", "quartiles"]
    center: How = "mean"
    by: tuple[Channel, ...] = ("place", "series")


class Negate(_Step):
    """The values of the first (or second) series change their sign."""

    negate: Literal["first", "second"]


class Correlate(_Step):
    """One row per pair of series (`place`, `across`) with the correlation of their values, row by row."""

    correlate: Name | Literal["pearson", "spearman", "kendall"]


class Scale(_Step):
    """Values of a channel are multiplied."""

    scale: float
    of: Channel = "value"


class Copy(_Step):
    """The channel's content is also another channel's from here on."""

    copy_: Channel = Field(alias="copy")
    to: Channel


STEPS: Final[Mapping[str, type[_Step]]] = {
    "drop": Drop,
    "positive": Positive,
    "interval": Interval,
    "aggregate": Aggregate,
    "top": Top,
    "cut": Cut,
    "share": Share,
    "cumulative": Cumulative,
    "bridge": Bridge,
    "stack": Stack,
    "rank": Rank,
    "difference": Difference,
    "bin": Bin,
    "rolling": Rolling,
    "normalise": Normalise,
    "fit": Fit,
    "ecdf": Ecdf,
    "quantiles": Quantiles,
    "extent": Extent,
    "spread": Spread,
    "negate": Negate,
    "correlate": Correlate,
    "scale": Scale,
    "copy": Copy,
}


def _read_step(value: object) -> object:
    """The step that a mapping writes down: its first key is the step's name."""
    if not isinstance(value, Mapping):
        return value
    name = next(iter(value), "")
    if name not in STEPS:
        raise ValueError(f"{name!r} is no step; a step begins with its name: {', '.join(STEPS)}")
    return STEPS[str(name)].model_validate(value)


Step = Annotated[_Step, BeforeValidator(_read_step)]


class Layer(_Part):
    """One kind of marks that is drawn, and how closely it follows the table."""

    marks: MarkKind
    match: Match = "equal"
    compare: tuple[Channel, ...] | None = None  # None: what the kind of marks shows
    order: Literal["steady", "free"] = "steady"  # whether a line has to go one way along its axis
    steps: tuple[Step, ...] = ()  # after the declaration's own
    when: Condition | None = None


class Readback(_Part):
    """How the marks follow from data.csv: which role is which channel, what is done to the table, what is drawn."""

    source: Mapping[Channel, Name] = Field(alias="from", min_length=1)  # role by channel
    categories: tuple[Channel, ...] = ()  # channels whose numbers and dates are read as names
    otherwise: Mapping[Channel, Channel] = Field(default_factory=dict)  # a channel that stands in for one without role
    steps: tuple[Step, ...] = ()
    layers: tuple[Layer, ...] = ()  # empty: one of the chart's own marks
    swap: bool = False  # whether place and value may have changed axes (bars, boxes and the like always may)
    panels: bool = False  # whether each axes is a series of its own, named by its title


class NoReadback(_Part):
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


def _option_names(part: _Part) -> list[str]:
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
_NAMING: Final[Mapping[type[_Part], tuple[str, ...]]] = {
    Interval: ("interval",),
    Aggregate: ("aggregate",),
    Top: ("weigh", "option", "other"),
    Cut: ("option",),
    Stack: ("sort",),
    Bin: ("bin", "log", "scale"),
    Rolling: ("rolling",),
    Fit: ("degree",),
    Spread: ("spread", "center"),
    Correlate: ("correlate",),
}
