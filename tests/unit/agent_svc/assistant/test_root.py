"""The root: what it tells its model of a session and of what was said, and when it stops asking."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from agent_svc.assistant.arguments import PlotPipeline
from agent_svc.assistant.root import HISTORY_CHARACTERS, HISTORY_LINES, MAX_REFUSED, Asked, Root
from agent_svc.assistant.tools import Toolbox
from agent_svc.assistant.workbench import Workbench
from agent_svc.catalogue import Catalogue
from agent_svc.data import read
from agent_svc.errors import InvalidError
from agent_svc.guard.language import Language
from agent_svc.models.call import ModelCall, ModelReply, StopReason, Text, ToolCall, ToolResult
from agent_svc.pipeline.ending import ending_of
from agent_svc.pipeline.render import Outcome, RenderOutcome, ScriptError
from agent_svc.sessions.session import Session
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from tests_support.shipped import shipped_catalogue

SESSION = Session("s1", "ada", "matplotlib", "de-AT", 0.0, 0.0, "scatter", bindings={"x": ("Dose",), "y": ("Yield",)})


class Says:
    """A model with a list of answers."""

    def __init__(self, *replies: ModelReply) -> None:
        self.replies = list(replies)
        self.calls: list[ModelCall] = []

    async def complete(self, call: ModelCall) -> ModelReply:
        self.calls.append(call)
        return self.replies.pop(0)

    @property
    def opening(self) -> str:
        """What the first message said."""
        return "\n".join(part.text for part in self.calls[0].messages[0].parts if isinstance(part, Text))


class NoStage:
    """A stage on which nothing can be done."""

    async def code(self, version: int) -> str:
        raise InvalidError("no code")

    async def step(self, arguments: Mapping[str, object]) -> Mapping[str, object]:
        raise InvalidError("no step")

    async def run_data(self, code: str) -> Mapping[str, object]:
        raise InvalidError("no code")

    async def plot(self, wish: PlotPipeline) -> Mapping[str, object]:
        raise InvalidError("no plot")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return shipped_catalogue()


def root_of(model: Says, catalogue: Catalogue) -> Root:
    bench = Workbench(SESSION, catalogue, read("Dose;Yield\n1;2\n2;3\n"))
    return Root(model, bench, Toolbox(bench, NoStage()))


def tool(name: str) -> ModelReply:
    return ModelReply("", (ToolCall("c", name, {}),))


async def test_the_session_block_holds_what_the_server_knows_and_nothing_that_was_written(catalogue: Catalogue) -> None:
    model = Says(ModelReply("Hello."))
    await root_of(model, catalogue).answer(Asked("hallo", "de-AT"))
    static, session = model.calls[0].system
    assert (static.cached, session.cached) == (True, False)
    known = json.loads(session.text.removeprefix("This session: "))
    assert known == {
        "chart": "scatter",
        "library": "matplotlib",
        "locale": "de-AT",
        "rows": 2,
        "versions": [],
        "latest_version_has_changed_code": False,
    }


async def test_only_the_last_lines_are_told_and_each_is_cut(catalogue: Catalogue) -> None:
    model = Says(ModelReply("Hello."))
    lines = tuple(TranscriptLine(Speaker.USER, f"<{n}>" + "x" * 1_000) for n in range(30))
    await root_of(model, catalogue).answer(Asked("hello", "en", lines))
    assert "<29>" in model.opening
    assert f"<{29 - HISTORY_LINES}>" not in model.opening
    assert "x" * HISTORY_CHARACTERS not in model.opening


async def test_what_an_exception_said_is_not_told_later_either(catalogue: Catalogue) -> None:
    model = Says(ModelReply("Hello."))
    ending = ending_of(RenderOutcome(Outcome.FAILED, 1, error=ScriptError("ValueError", 7, "a cell of the user")))
    assert ending is not None
    assert "a cell of the user" in ending.detail
    await root_of(model, catalogue).answer(Asked("why?", "en", (TranscriptLine(Speaker.PLOTLANE, ending.detail),)))
    assert "The script raised ValueError at line 7." in model.opening
    assert "a cell of the user" not in model.opening


async def test_results_go_back_to_the_model_until_it_only_speaks(catalogue: Catalogue) -> None:
    model = Says(tool("get_chart_brief"), tool("plot_pipeline"), ModelReply("Nothing could be done."))
    assert await root_of(model, catalogue).answer(Asked("draw", "en")) == "Nothing could be done."
    results = [part for part in model.calls[2].messages[-1].parts if isinstance(part, ToolResult)]
    assert [result.is_error for result in results] == [True]
    assert len(model.calls[2].messages) == 5


async def test_after_a_few_calls_that_make_no_sense_the_model_is_not_asked_again(catalogue: Catalogue) -> None:
    model = Says(*[tool("run_shell")] * (MAX_REFUSED + 1))
    assert await root_of(model, catalogue).answer(Asked("draw", "en")) == ""
    assert len(model.calls) == MAX_REFUSED


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ("mach die Achse größer", "en", Language.GERMAN),
        ("make the axis bigger", "de", Language.ENGLISH),
        ("log", "de-AT", Language.GERMAN),
        ("log", "fr", Language.ENGLISH),
    ],
)
def test_the_language_is_that_of_the_message_and_else_of_the_session(
    text: str, locale: str, language: Language
) -> None:
    assert Asked(text, locale).language is language


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (ModelReply("Done.\n"), "Done."),
        (ModelReply("The axis is"), "The axis is."),
        (ModelReply("The axis is", stop=StopReason.LENGTH), "The axis is…"),
        (ModelReply("Which one?"), "Which one?"),
        (ModelReply("  "), ""),
    ],
)
async def test_the_last_words_are_a_sentence_or_are_seen_to_be_cut_off(
    catalogue: Catalogue, reply: ModelReply, shown: str
) -> None:
    assert await root_of(Says(reply), catalogue).answer(Asked("log", "en")) == shown
