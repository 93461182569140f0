"""A figure as the probe reports it: axes, groups of marks and texts; it runs beside the script and can be forged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self

import numpy as np
import numpy.typing as npt
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

VERSION: Final = 1
#: The probe lists no more. Each is compared with each: thousands, which only a forger writes, would take minutes.
MAX_TEXTS: Final = 300
MARK_KINDS: Final = (
    *("points", "lines", "areas", "polygons", "bars", "segments", "boxes", "cells", "wedges", "arrows"),
    "samples",
)

Array = npt.NDArray[np.float64]


class Incoherent(ValueError):
    """The report does not fit the picture, or is none; the message says where."""


class _Reported(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


class Axis(_Reported):
    """One axis: its limits, and its labelled ticks."""

    label: str = ""
    scale: str = "linear"
    limits: list[float | None] = Field(default=[None, None], min_length=2, max_length=2)
    ticks: list[str] = []
    tick_places: list[float | None] = []
    ticks_left_out: int = 0

    @property
    def labels(self) -> list[tuple[float, str]]:
        """Place and text of each labelled tick."""
        pairs = zip(self.tick_places, self.ticks, strict=False)
        return [(place, text) for place, text in pairs if place is not None and text.strip()]


class Group(_Reported):
    """Marks of one kind that share a label. `rows` are the first of `count`; the rest tells all of them from others."""

    label: str = ""
    colors: list[str] = []
    count: int = Field(ge=1)
    rows: list[list[float]]
    sum: list[float]
    min: list[float]
    max: list[float]
    steady: list[bool] = [True, True]  # of the first two coordinates: whether it never goes back
    digest: str
    names: list[str] = []  # of each row, when marks carry their own

    @model_validator(mode="after")
    def _is_one_table(self) -> Self:
        widths = {len(row) for row in self.rows} | {len(self.sum), len(self.min), len(self.max)}
        if len(widths) != 1 or 0 in widths or len(self.rows) > self.count:
            raise ValueError("its rows do not fit together")
        return self

    @property
    def table(self) -> Array:
        """The listed rows as an array."""
        return np.asarray(self.rows, dtype=float).reshape(len(self.rows), len(self.sum))

    @property
    def is_whole(self) -> bool:
        """Whether every row is listed."""
        return len(self.rows) == self.count


class Anchor(_Reported):
    """A text that belongs to a place in data coordinates."""

    text: str
    x: float
    y: float
    in_view: bool


class Legend(_Reported):
    """A legend: its entries with the first colour of each, and how many marks it lies on."""

    entries: list[str] = []
    colors: list[str] = []  # #rrggbbaa, empty where an entry has none
    covers: int = 0


def _split(value: object) -> object:
    """The groups by kind, from what the probe lists beside other facts about the marks."""
    if not isinstance(value, Mapping):
        return value
    groups = {kind: value[kind] for kind in MARK_KINDS if kind in value}
    return {"groups": groups, "left_out": value.get("left_out", 0), "hidden_share": value.get("hidden_share", 0.0)}


class Marks(_Reported):
    """What stands in the axes in data coordinates."""

    groups: dict[str, list[Group]] = {}
    left_out: int = 0
    hidden_share: float = Field(default=0.0, ge=0, le=1)

    def of(self, kind: str) -> list[Group]:
        """The groups of that kind."""
        return self.groups.get(kind, [])


class Panel(_Reported):
    """One pair of axes."""

    visible: bool = True
    title: str = ""
    box: list[float] | None = None
    x: Axis = Axis()
    y: Axis = Axis()
    face: str = "#ffffffff"
    anchors: list[Anchor] = []
    legend: Legend | None = None
    marks: Annotated[Marks, BeforeValidator(_split)] = Marks()
    mapped: list[list[float]] = []  # lowest and highest value of each scale that gives its marks their colours
    color_bar: list[float] | None = None  # the same of the colour bar that these axes are


class PlacedText(_Reported):
    """A text with the middle and the size of its unturned box, in pixels from the lower left corner."""

    text: str
    role: str
    axes: int
    x: float
    y: float
    width: float
    height: float
    angle: float
    size: float
    color: str


class TextOutside(_Reported):
    """A text that reaches beyond the canvas."""

    text: str


def _character(code: int) -> int:
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise ValueError("is no character")
    return code


class Figure(_Reported):
    """Everything that the report says of the one picture that was saved."""

    file: str
    width_px: int
    height_px: int
    axes: list[Panel] = []
    axes_left_out: int = 0
    texts: Annotated[list[PlacedText | str], Field(max_length=MAX_TEXTS)] = []
    texts_outside: list[TextOutside] | None
    missing_glyphs: list[Annotated[int, AfterValidator(_character)]] | None
    drawing: dict[str, Any] | None = None  # what another library than matplotlib says of itself

    @property
    def placed(self) -> list[PlacedText]:
        """The texts whose places are known."""
        return [text for text in self.texts if isinstance(text, PlacedText)]


def read_figure(report: Mapping[str, object] | None, file: str, drawn: tuple[int, int]) -> tuple[Figure, str]:
    """The one figure of `report` and the library that drew it. Raises Incoherent when it does not fit the picture."""
    if report is None:
        raise Incoherent("the probe left no report")
    if report.get("v") != VERSION:
        raise Incoherent("the probe's report has another version")
    figures = report.get("figures")
    if not isinstance(figures, list):
        raise Incoherent("the probe's report has no list of figures")
    if len(figures) != 1:
        raise Incoherent(f"the probe reports {len(figures)} figures, not one")
    if not isinstance(figures[0], Mapping) or figures[0].get("file") != file:
        raise Incoherent("the probe reports another file")
    try:
        figure = Figure.model_validate(figures[0])
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])[:80]
        raise Incoherent(f"the probe's report cannot be read at {where}") from error
    if (figure.width_px, figure.height_px) != drawn:
        raise Incoherent("the probe reports another size than the picture has")
    library = report.get("library")
    return figure, library if isinstance(library, str) else "matplotlib"
