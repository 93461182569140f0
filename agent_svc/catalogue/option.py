"""An option: one typed and bounded setting of a chart, with what it takes and why it refuses."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, Final, Literal, Self, TypeGuard

from pydantic import BaseModel, ConfigDict, Field, model_validator

Kind = Literal["text", "choice", "integer", "number", "boolean", "range"]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Words = Annotated[str, Field(min_length=1, max_length=300)]

BOUNDS: Final[dict[Kind, set[str]]] = {
    "text": {"max_length"},
    "choice": {"choices"},
    "integer": {"min", "max"},
    "number": {"min", "max"},
    "boolean": set(),
    "range": set(),
}
RANGE_BOUND: Final = 1e100  #: how far an end of a range may be from zero; every library still draws an axis up to there
_EXACT: Final = 2**53  # whole numbers beyond are no longer told apart, and numpy takes those beyond 64 bits for objects
# Between letters of other scripts and in emoji of several people or things; elsewhere they only hide.
_JOINER: Final = re.compile("(?<=[\u0300-\u200b\u200e-\U0010ffff])[\u200c\u200d](?=[\u0300-\u200b\u200e-\U0010ffff])")


class Option(BaseModel):
    """One setting of a chart; a default of None means "not set": the script decides.

    The value of a `range` is a list of two numbers within ±1e100, the lower first, where None leaves an end open.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: Name
    title: Words
    description: Words
    kind: Kind
    default: str | bool | int | float | None = None
    max_length: int | None = Field(default=None, ge=1, le=1000)  # of a text, in characters
    choices: tuple[str, ...] = ()
    min: float | None = None  # of an integer or number, included
    max: float | None = None  # likewise

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        given = {name for name in ("max_length", "choices", "min", "max") if getattr(self, name) not in (None, ())}
        if given != BOUNDS[self.kind]:
            needs = " and ".join(sorted(BOUNDS[self.kind])) or "no bounds"
            raise ValueError(f"{self.name} is of kind {self.kind}, which takes {needs}")
        problem = self.refuses(self.default)
        if problem:
            raise ValueError(f"the default of {self.name}: {problem}")
        return self

    @property
    def allowed(self) -> str:
        """The values that it takes, in words."""
        return {
            "text": f"text of at most {self.max_length} characters, without control characters",
            "choice": f"one of {', '.join(self.choices)}",
            "integer": f"a whole number from {self.min or 0:.0f} to {self.max or 0:.0f}",
            "number": f"a number from {self.min or 0:g} to {self.max or 0:g}",
            "boolean": "true or false",
            "range": "two numbers, the lower first, within ±1e100, null for an open end: [0, 10] or [null, 10]",
        }[self.kind]

    def refuses(self, value: object) -> str | None:
        """Why the value cannot be, with what can; None when it can."""
        if (value is None and self.default is None) or self._takes(value):
            return None
        return f"{_shown(value)} does not fit; it takes {self.allowed}"

    def clean(self, value: object) -> object:
        """An accepted value in the form that scripts read."""
        if self.kind == "integer" and isinstance(value, float):
            return int(value)
        if self.kind == "range" and isinstance(value, list | tuple):
            return None if list(value) == [None, None] else [_drawable(end) for end in value]
        return value

    def _takes(self, value: Any) -> bool:
        match self.kind:
            case "text":
                limit = self.max_length or 0
                return isinstance(value, str) and len(value) <= limit and _hides_nothing(value)
            case "choice":
                return isinstance(value, str) and value in self.choices
            case "integer":
                return _is_number(value) and value == int(value) and self._holds(value)
            case "number":
                return _is_number(value) and self._holds(value)
            case "boolean":
                return isinstance(value, bool)
            case "range":
                return isinstance(value, list | tuple) and len(value) == 2 and _rises(*value)

    def _holds(self, value: float) -> bool:
        return self.min is not None and self.max is not None and self.min <= value <= self.max


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def _rises(low: object, high: object) -> bool:
    if low is None or high is None:
        return all(end is None or _is_end(end) for end in (low, high))
    return _is_end(low) and _is_end(high) and low < high


def _is_end(value: object) -> TypeGuard[int | float]:
    return _is_number(value) and abs(value) <= RANGE_BOUND


def _drawable(end: float | None) -> float | None:
    return end if end is None or abs(end) <= _EXACT else float(end)


def _hides_nothing(text: str) -> bool:
    return _JOINER.sub("", text.replace("\n", " ")).isprintable()


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
