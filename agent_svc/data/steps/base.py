"""A step: one change of the data that a user asked for, checked, run, and written as the pandas that does the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from agent_svc.data.encodings.decode import clean
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

ColumnName = Annotated[str, Field(min_length=1, max_length=200)]


def _as_pasted(name: object) -> object:
    """A name as a paste of it would read: in NFC, without what nobody sees. NUL is refused, as in a paste."""
    if not isinstance(name, str):
        return name
    if "\0" in name:
        raise ValueError("holds NUL, which no name has")
    return clean(name)[0]


#: A column that is made: one line without blanks around it, cleaned as a paste is.
NewName = Annotated[
    str, BeforeValidator(_as_pasted), Field(min_length=1, max_length=200, pattern=r"^\S(?:[^\r\n\t]*\S)?$")
]
Names = Annotated[list[ColumnName], Field(min_length=1, max_length=50)]
Text = Annotated[str, Field(max_length=200)]
Number = Annotated[float, Field(ge=-1e300, le=1e300, allow_inf_nan=False)]
Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
Scalar = bool | Whole | Number | Text
How = Literal["sum", "mean", "median", "min", "max", "count", "std", "first", "last", "unique"]


class StepBase(BaseModel):
    """What all steps have; the fields of each are its arguments. Unknown fields and conversions are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def check(self, table: StepTable) -> Iterator[Violation]:
        """What is wrong with the arguments for this table; `run` and `code` are called only when nothing is."""
        raise NotImplementedError

    def run(self, table: StepTable) -> pd.DataFrame:
        """The new frame, its index from 0; the one before stays as it is."""
        raise NotImplementedError

    def code(self, table: StepTable) -> str:
        """Statements that make `df` the same frame, for a script that imports pandas as pd and numpy as np."""
        raise NotImplementedError

    def title(self) -> str:
        """The step in one line for people."""
        raise NotImplementedError

    def origin(self, name: str) -> str:
        """The column before whose unit the column `name` keeps; empty: none."""
        return name

    def notes(self, _before: StepTable, _after: pd.DataFrame) -> Iterator[str]:
        """What should be said of the result: values that were lost."""
        return iter(())


def with_column(frame: pd.DataFrame, name: str, cells: pd.Series[Any]) -> pd.DataFrame:
    """A copy of `frame` with one column set, whatever it is called; the others are shared."""
    made = frame.copy(deep=False)
    made[name] = cells
    return made


def listed(names: list[str]) -> str:
    """`“a”, “b” and “c”`."""
    quoted = [f"“{name}”" for name in names[:5]]
    if len(names) > 5:
        quoted.append(f"{len(names) - 5} more")
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
