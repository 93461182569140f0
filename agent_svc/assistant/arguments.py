"""The arguments: what each tool of the root takes, checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=200)]
Value = str | bool | int | float | list[float | None] | None


class Arguments(BaseModel):
    """What a tool takes; a field that it does not know is refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Nothing(Arguments):
    """No arguments."""


class CurrentCode(Arguments):
    """Which code."""

    version: int = Field(default=0, ge=0, le=999, description="The version; 0: the latest.")


class SetBindings(Arguments):
    """Which columns fill which roles."""

    bindings: dict[Name, list[Name]] = Field(
        min_length=1, max_length=50, description="Columns by role. Roles that are not named stay; [] empties a role."
    )


class SetOptions(Arguments):
    """Options and their values."""

    options: dict[Name, Value] = Field(
        min_length=1, max_length=50, description="Values by option, as the chart brief says; null: automatic again."
    )


class ApplyDataStep(Arguments):
    """One data step."""

    step: dict[Name, object] = Field(
        min_length=1, max_length=20, description="The step: `op` and what it takes, as the tool's description says."
    )


class RunDataCode(Arguments):
    """Code that changes the table."""

    code: str = Field(
        min_length=1,
        max_length=8_000,
        description="Statements of pandas. They find the table in `df`, with `pd` and `np`, and leave it in `df`.",
    )


class SwitchChart(Arguments):
    """Which chart the data is shown as, and what draws it."""

    chart: Name = Field(description="The id of a chart, as find_charts tells it.")
    library: str = Field(default="", max_length=64, description="One of that chart's libraries; empty: the session's.")


class FindCharts(Arguments):
    """What is looked for."""

    query: str = Field(min_length=1, max_length=200, description="A few words: what is to be shown.")


class PlotPipeline(Arguments):
    """How the plot is made."""

    base: Literal["catalogue", "previous"] = Field(
        default="catalogue",
        description="previous: start from the latest version's code, and keep what was changed in it.",
    )
    change: str = Field(
        default="",
        max_length=2_000,
        description="What to change in the code, when no option can do it. Empty: nothing.",
    )
    theme: Literal["light", "dark"] | None = Field(default=None, description="Only when the user asked for one.")
