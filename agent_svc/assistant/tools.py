"""The tools: what the root may do in a session; whatever else it asks for is told to be an error."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pydantic import ValidationError

from agent_svc.assistant.arguments import (
    ApplyDataStep,
    Arguments,
    CurrentCode,
    FindCharts,
    Nothing,
    PlotPipeline,
    RunDataCode,
    SetBindings,
    SetOptions,
    SwitchChart,
)
from agent_svc.assistant.forced import UnusableAnswerError, tool_of
from agent_svc.assistant.steps import STEPS
from agent_svc.assistant.told import brief_of, charts_like, profile_of, state_of
from agent_svc.assistant.workbench import Workbench
from agent_svc.models.call import Tool, ToolCall, ToolResult
from agent_svc.models.fence import fenced
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.event_log import event_log

_LOG: Final = event_log("agent")
#: Errors that say what was wrong with what the model asked for; the others are the turn's.
_FOR_THE_MODEL: Final = frozenset({Reason.INVALID, Reason.INVALID_BINDINGS, Reason.NOT_FOUND, Reason.NOT_ELIGIBLE})
_SHOWN_ERRORS: Final = 5
_OVER: Final = "Nothing was changed: the plot of this message is made, and a change after it would not be in it."
_UNCHANGED: Final = "The code could not be changed, and no plot was made; what else was set is drawn in the end."


class Stage(Protocol):
    """What tools need of the turn."""

    async def code(self, version: int) -> str:
        """The working form of a version (0: the latest). Raises NOT_FOUND."""

    async def step(self, arguments: Mapping[str, object]) -> Mapping[str, object]:
        """Take a data step on the workbench, and say what it did. Raises INVALID."""

    async def run_data(self, code: str) -> Mapping[str, object]:
        """Run data code, and take the table that it makes on the workbench. Raises INVALID when it makes none."""

    async def plot(self, wish: PlotPipeline) -> Mapping[str, object]:
        """Save the session, make the plot, and say how it went. Raises what kept it from being tried."""


@dataclass(frozen=True, slots=True)
class _Kind:
    description: str
    arguments: type[Arguments]
    run: Callable[[Toolbox, Any], Awaitable[object]]
    changes: bool = False  #: what the plot shows


class Toolbox:
    """The tools over one workbench, for one turn."""

    def __init__(self, bench: Workbench, stage: Stage) -> None:
        self._bench = bench
        self._stage = stage
        self.refused = 0
        """How many calls named no tool or held arguments that cannot be."""
        self.plotted = False
        self.drawn = False
        """Whether the plot was made as it was asked for; what is changed after that would be lost."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What the model is offered; the same for every session, so that it is cached."""
        return tuple(tool_of(name, kind.description, kind.arguments) for name, kind in _KINDS.items())

    async def use(self, call: ToolCall) -> ToolResult:
        """Do what is asked for, or say what is wrong with it. Raises what ends the turn."""
        kind = _KINDS.get(call.name)
        if kind is None:
            return self._refuse(call, "tool", f"There is no such tool; there are {', '.join(_KINDS)}.")
        try:
            arguments = kind.arguments.model_validate(call.arguments)
        except ValidationError as error:
            return self._refuse(call, "arguments", _wrong(error))
        if kind.changes and self.drawn:
            return ToolResult(call.call_id, _OVER, is_error=True)
        try:
            told = await kind.run(self, arguments)
        except UnusableAnswerError:
            return ToolResult(call.call_id, _UNCHANGED, is_error=True)
        except PlotlaneError as error:
            if error.reason not in _FOR_THE_MODEL:
                raise
            return ToolResult(call.call_id, _marked(_refusal(error)), is_error=True)
        return ToolResult(call.call_id, _marked(told))

    def _refuse(self, call: ToolCall, what: str, why: str) -> ToolResult:
        self.refused += 1
        _LOG.warning("tool_refused", what=what)
        return ToolResult(call.call_id, why, is_error=True)

    async def profile(self, _: Nothing) -> object:
        """The columns, their values in short, and a few rows."""
        return profile_of(self._bench)

    async def brief(self, _: Nothing) -> object:
        """The chart's roles and options, and how they are now."""
        return brief_of(self._bench)

    async def code(self, asked: CurrentCode) -> object:
        """The code of a version."""
        return await self._stage.code(asked.version)

    async def set_bindings(self, asked: SetBindings) -> object:
        """Fill roles."""
        lines = [(role, column) for role, columns in asked.bindings.items() for column in columns or [""]]
        self._bench.set_bindings(lines)
        return state_of(self._bench)

    async def set_options(self, asked: SetOptions) -> object:
        """Set options."""
        self._bench.set_options(asked.options)
        return state_of(self._bench)

    async def switch_chart(self, asked: SwitchChart) -> object:
        """Show the data as another chart."""
        self._bench.switch_chart(asked.chart, asked.library)
        return brief_of(self._bench)

    async def step(self, asked: ApplyDataStep) -> object:
        """Take a data step."""
        return {**await self._stage.step(asked.step), **profile_of(self._bench)}

    async def run_data(self, asked: RunDataCode) -> object:
        """Run data code."""
        return {**await self._stage.run_data(asked.code), **profile_of(self._bench)}

    async def find_charts(self, asked: FindCharts) -> object:
        """Charts that fit a few words."""
        return charts_like(asked.query, self._bench)

    async def plot(self, asked: PlotPipeline) -> object:
        """Make the plot, once."""
        if self.plotted:
            return {"error": "The plot of this message was made already, or tried; there is one a message."}
        try:
            told = await self._stage.plot(asked)
        except UnusableAnswerError:
            self.plotted = True  # it has had its place and its model calls, and is not tried again
            raise
        self.plotted = self.drawn = True
        return told


_KINDS: Final[Mapping[str, _Kind]] = {
    "get_dataset_profile": _Kind(
        "The user's table: its columns, what they hold, and a few rows.", Nothing, Toolbox.profile
    ),
    "get_chart_brief": _Kind(
        "The chart: its roles and options, what they take and what they are now.", Nothing, Toolbox.brief
    ),
    "get_current_code": _Kind("The code of a version of the plot.", CurrentCode, Toolbox.code),
    "set_bindings": _Kind("Says which columns fill which roles.", SetBindings, Toolbox.set_bindings, changes=True),
    "set_options": _Kind("Sets options of the chart.", SetOptions, Toolbox.set_options, changes=True),
    "apply_data_step": _Kind(STEPS, ApplyDataStep, Toolbox.step, changes=True),
    "run_data_code": _Kind(
        "Changes the table by code, for what no data step can do. The user can take it back.",
        RunDataCode,
        Toolbox.run_data,
        changes=True,
    ),
    "find_charts": _Kind("Charts of the catalogue for what is to be shown.", FindCharts, Toolbox.find_charts),
    "switch_chart": _Kind(
        "Shows the data as another chart, or draws it with another library. Options and columns that fit are kept; the "
        "answer is the brief of what it is then.",
        SwitchChart,
        Toolbox.switch_chart,
        changes=True,
    ),
    "plot_pipeline": _Kind(
        "Makes the plot as it is set now, and checks it. Once a message.", PlotPipeline, Toolbox.plot
    ),
}


def _marked(told: object) -> str:
    text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, default=str)
    return fenced(text, secrets.token_hex(8))


def _refusal(error: PlotlaneError) -> object:
    lines = [f"{each.field}: {each.message}" for each in error.violations]
    return {"error": error.message, "refused": lines}


def _wrong(error: ValidationError) -> str:
    """Where the arguments are wrong; what they held is not said again."""
    found = error.errors(include_url=False, include_input=False, include_context=False)[:_SHOWN_ERRORS]
    lines = [
        f"{'.'.join(str(part)[:60] for part in each['loc']) or 'arguments'}: {each['msg'][:200]}" for each in found
    ]
    return f"These arguments cannot be: {'; '.join(lines)}."
