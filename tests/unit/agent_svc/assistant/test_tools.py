"""The tools: what the root may ask for, what is told back, and that nothing else can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from agent_svc.assistant.arguments import PlotPipeline
from agent_svc.assistant.forced import UnusableAnswerError
from agent_svc.assistant.tools import Toolbox
from agent_svc.assistant.workbench import Workbench
from agent_svc.catalogue import Catalogue
from agent_svc.data import read
from agent_svc.errors import InvalidError, VersionNotFoundError
from agent_svc.models.call import ToolCall, ToolResult
from agent_svc.sessions.session import Session
from agent_svc.spending.budget import TurnBudgetError
from tests_support.shipped import shipped_catalogue

CSV = "Dose;Yield;Soil\n1;2;clay\n2;3;clay\n3;5;sand\n4;4;sand\n"
SESSION = Session("s1", "ada", "matplotlib", "en", 0.0, 0.0, "scatter", bindings={"x": ("Dose",), "y": ("Yield",)})


class StageTwin:
    """Remembers what was to be drawn."""

    def __init__(self) -> None:
        self.wishes: list[PlotPipeline] = []
        self.raises: Exception | None = None

    async def code(self, version: int) -> str:
        raise VersionNotFoundError

    async def step(self, arguments: Mapping[str, object]) -> Mapping[str, object]:
        raise InvalidError("no such step")

    async def run_data(self, code: str) -> Mapping[str, object]:
        raise InvalidError("the code may not run")

    async def plot(self, wish: PlotPipeline) -> Mapping[str, object]:
        if self.raises is not None:
            raise self.raises
        self.wishes.append(wish)
        return {"status": "ok"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return shipped_catalogue()


@pytest.fixture
def bench(catalogue: Catalogue) -> Workbench:
    return Workbench(SESSION, catalogue, read(CSV))


@pytest.fixture
def stage() -> StageTwin:
    return StageTwin()


@pytest.fixture
def toolbox(bench: Workbench, stage: StageTwin) -> Toolbox:
    return Toolbox(bench, stage)


async def use(toolbox: Toolbox, name: str, arguments: Any) -> ToolResult:
    return await toolbox.use(ToolCall("c1", name, arguments))


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("run_shell", {"command": "ls"}, "no such tool"),
        ("set_options", {"options": {"log_y": True}, "admin": True}, "admin"),
        ("set_options", None, "arguments"),
        ("set_options", {"options": {}}, "options"),
        ("set_options", {"options": {"title": {"deep": 1}}}, "options.title"),
        ("get_current_code", {"version": 1_000}, "version"),
        ("plot_pipeline", {"theme": "neon"}, "theme"),
        ("plot_pipeline", {"change": "x" * 2_001}, "change"),
        ("find_charts", {"query": ""}, "query"),
        ("switch_chart", {}, "chart"),
        ("switch_chart", {"chart": "bar", "library": "x" * 65}, "library"),
    ],
)
async def test_a_forged_call_is_an_error_to_the_model_and_counted(
    toolbox: Toolbox, bench: Workbench, stage: StageTwin, tool: str, arguments: Any, said: str
) -> None:
    result = await use(toolbox, tool, arguments)
    assert result.is_error
    assert said in result.text
    assert toolbox.refused == 1
    assert not bench.changed
    assert not stage.wishes


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("set_options", {"options": {"no_such": 1}}, "no_such"),
        ("set_options", {"options": {"point_size": 9_000, "log_y": True}}, "point_size"),
        ("set_bindings", {"bindings": {"x": ["no such column"]}}, "no such column"),
        ("set_bindings", {"bindings": {"x": ["Soil"]}}, "Soil"),
        ("set_bindings", {"bindings": {"root": ["Soil"]}}, "root"),
        ("get_current_code", {"version": 7}, "no such version"),
        ("switch_chart", {"chart": "barr"}, "the nearest are bar"),
        ("switch_chart", {"chart": "treemap", "library": "pygal"}, "not written for pygal"),
        ("apply_data_step", {"step": {"op": "filter"}}, "no such step"),
        ("run_data_code", {"code": "df = None"}, "may not run"),
    ],
)
async def test_what_the_session_does_not_take_is_told_as_data_and_changes_nothing(
    toolbox: Toolbox, bench: Workbench, tool: str, arguments: Any, said: str
) -> None:
    result = await use(toolbox, tool, arguments)
    assert (result.is_error, toolbox.refused) == (True, 0)
    assert result.text.startswith("<data-")
    assert said in result.text
    assert not bench.changed


async def test_what_is_set_waits_on_the_workbench(toolbox: Toolbox, bench: Workbench) -> None:
    await use(toolbox, "set_options", {"options": {"log_y": True, "title": "Yield"}})
    await use(toolbox, "set_bindings", {"bindings": {"group": ["Soil"]}})
    assert bench.session.options == {"log_y": True, "title": "Yield"}
    assert bench.session.bindings == {"x": ("Dose",), "y": ("Yield",), "group": ("Soil",)}
    assert bench.saved == SESSION


async def test_a_role_is_emptied_and_an_option_taken_back(toolbox: Toolbox, bench: Workbench) -> None:
    bench.session = replace(SESSION, options={"log_y": True}, bindings={**SESSION.bindings, "group": ("Soil",)})
    await use(toolbox, "set_options", {"options": {"log_y": None}})
    await use(toolbox, "set_bindings", {"bindings": {"group": []}})
    assert not bench.session.options
    assert "group" not in bench.session.bindings


async def test_another_chart_keeps_the_data_and_what_fits_of_the_set_up(toolbox: Toolbox, bench: Workbench) -> None:
    bench.session = replace(SESSION, options={"title": "Yield", "point_size": 9})
    told = await use(toolbox, "switch_chart", {"chart": "bar", "library": "seaborn"})
    assert (bench.session.chart_id, bench.session.library) == ("bar", "seaborn")
    assert bench.session.options == {"title": "Yield"}
    assert bench.session.bindings["x"] == ("Soil",)
    assert '"title": "Bar chart"' in told.text
    assert bench.saved == SESSION


async def test_a_session_without_a_chart_gets_one(catalogue: Catalogue, stage: StageTwin) -> None:
    bench = Workbench(replace(SESSION, chart_id="", bindings={}), catalogue, read(CSV))
    await use(Toolbox(bench, stage), "switch_chart", {"chart": "scatter"})
    assert bench.session.bindings == {"x": ("Dose",), "y": ("Yield",), "group": ("Soil",)}


async def test_the_plot_is_made_once(toolbox: Toolbox, stage: StageTwin) -> None:
    await use(toolbox, "plot_pipeline", {})
    result = await use(toolbox, "plot_pipeline", {"theme": "dark"})
    assert "made already" in result.text
    assert len(stage.wishes) == 1


async def test_a_plot_whose_code_could_not_be_changed_is_not_tried_again(toolbox: Toolbox, stage: StageTwin) -> None:
    stage.raises = UnusableAnswerError()
    assert (await use(toolbox, "plot_pipeline", {"change": "x"})).is_error
    stage.raises = None
    assert "or tried" in (await use(toolbox, "plot_pipeline", {})).text
    assert not stage.wishes


async def test_what_ends_the_turn_is_no_answer_to_the_model(toolbox: Toolbox, stage: StageTwin) -> None:
    stage.raises = TurnBudgetError()
    with pytest.raises(TurnBudgetError):
        await use(toolbox, "plot_pipeline", {})


async def test_profile_brief_and_charts_are_told_between_marks(toolbox: Toolbox) -> None:
    profile = await use(toolbox, "get_dataset_profile", {})
    brief = await use(toolbox, "get_chart_brief", {})
    charts = await use(toolbox, "find_charts", {"query": "distribution of values"})
    assert '"name": "Dose"' in profile.text
    assert '"name": "log_y"' in brief.text
    assert '"id": "histogram"' in charts.text
    assert '"libraries": ["altair", "bokeh"' in charts.text
    assert all(told.text.startswith("<data-") for told in (profile, brief, charts))


def test_the_tools_are_the_same_for_every_session(toolbox: Toolbox, catalogue: Catalogue) -> None:
    other = Toolbox(Workbench(replace(SESSION, chart_id="bar"), catalogue, None), StageTwin())
    assert other.tools == toolbox.tools


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("set_options", {"options": {"title": "Late"}}),
        ("set_bindings", {"bindings": {"x": ["Yield"], "y": ["Dose"]}}),
        ("switch_chart", {"chart": "bar"}),
        ("apply_data_step", {"step": {"op": "drop_missing"}}),
        ("run_data_code", {"code": "df = df"}),
    ],
)
async def test_what_is_changed_after_the_plot_is_refused_since_nobody_would_see_it(
    toolbox: Toolbox, bench: Workbench, tool: str, arguments: Mapping[str, Any]
) -> None:
    await use(toolbox, "plot_pipeline", {})
    result = await use(toolbox, tool, arguments)
    assert result.is_error
    assert "would not be in it" in result.text
    assert not bench.changed


async def test_after_code_that_could_not_be_changed_options_can_still_be_set(
    toolbox: Toolbox, bench: Workbench, stage: StageTwin
) -> None:
    stage.raises = UnusableAnswerError()
    await use(toolbox, "plot_pipeline", {"change": "bigger"})
    assert not (await use(toolbox, "set_options", {"options": {"title": "Instead"}})).is_error
    assert bench.changed
