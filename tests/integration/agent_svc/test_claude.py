"""Claude over real HTTP: what is asked, what is answered, and what each way of failing means."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.auth.credentials import Credentials

from agent_svc.models.call import (
    Image,
    Message,
    ModelCall,
    Purpose,
    Role,
    StopReason,
    SystemBlock,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
)
from agent_svc.models.claude import Claude
from agent_svc.models.failure import Fault
from agent_svc.models.language_model import ModelBusyError, ModelError
from agent_svc.models.providers import open_claude
from agent_svc.models.settings import ModelSettings
from tests_support.scripted_model import Answer, Refusal, ScriptedModel, Step, says, scripted_model, uses

TOOL = Tool("set_options", "Sets options.", {"type": "object", "properties": {"log_y": {"type": "boolean"}}})
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
ASKED = ModelCall(
    Purpose.ROOT,
    (SystemBlock("You draw plots.", cached=True), SystemBlock("This session: a bar chart.")),
    (Message(Role.USER, (Text("make it log"),)),),
    max_output_tokens=256,
    tools=(TOOL,),
)


@pytest.fixture
async def server() -> AsyncIterator[ScriptedModel]:
    async with scripted_model() as model:
        yield model


@pytest.fixture
async def claude(server: ScriptedModel) -> AsyncIterator[Claude]:
    model = open_claude(settings(server))
    yield model
    await model.close()


def settings(server: ScriptedModel, **more: Any) -> ModelSettings:
    given = {"provider": "anthropic", "api_key": "key", "base_url": server.url, "reach": "loopback"}
    return ModelSettings.model_validate({**given, **more})


async def test_a_call_travels_with_its_cache_marks_tools_and_model(server: ScriptedModel, claude: Claude) -> None:
    server.will(says("Done."))
    await claude.complete(ASKED)
    body = server.requests[0]
    assert body["model"] == "claude-haiku-5-5"
    assert [block.get("cache_control") for block in body["system"]] == [{"type": "ephemeral"}, None]
    assert body["tools"][0]["name"] == "set_options"
    assert body["max_tokens"] == 256
    assert "tool_choice" not in body
    assert server.headers[0]["authorization"] == "Bearer key"


async def test_a_forced_tool_is_the_only_way_to_answer(server: ScriptedModel, claude: Claude) -> None:
    server.will(uses("set_options", {}))
    await claude.complete(ModelCall(Purpose.SCOPE_JUDGE, (), ASKED.messages, 10, (TOOL,), forced_tool="set_options"))
    assert server.requests[0]["tool_choice"] == {
        "type": "tool",
        "name": "set_options",
        "disable_parallel_tool_use": True,
    }


async def test_pictures_tool_calls_and_tool_results_travel(server: ScriptedModel, claude: Claude) -> None:
    server.will(says("I see."))
    messages = (
        Message(Role.USER, (Text("look"), Image(PNG))),
        Message(Role.MODEL, (ToolCall("c1", "set_options", {"log_y": True}),)),
        Message(Role.USER, (ToolResult("c1", "no such option", is_error=True),)),
    )
    await claude.complete(ModelCall(Purpose.REVIEWER, (), messages, 10))
    looked, called, told = (message["content"] for message in server.requests[0]["messages"])
    assert base64.b64decode(looked[1]["source"]["data"]) == PNG
    assert called == [{"type": "tool_use", "id": "c1", "name": "set_options", "input": {"log_y": True}}]
    assert told == [{"type": "tool_result", "tool_use_id": "c1", "content": "no such option", "is_error": True}]


async def test_words_and_tools_of_an_answer_are_read_with_their_usage(server: ScriptedModel, claude: Claude) -> None:
    usage = {
        "input_tokens": 7,
        "output_tokens": 40,
        "cache_read_input_tokens": 900,
        "cache_creation_input_tokens": 30,
    }
    server.will(uses("set_options", {"log_y": True}, text="Right away.", usage=usage))
    reply = await claude.complete(ASKED)
    assert reply.text == "Right away."
    assert reply.tool_calls == (ToolCall("call-1", "set_options", {"log_y": True}),)
    assert reply.stop is StopReason.TOOL
    assert reply.usage == Usage(input=7, output=40, cache_read=900, cache_write=30)


@pytest.mark.parametrize(
    "written",
    ["{nope", "[1, 2]", '"text"', "[" * 100_000, '{"a": "\\ud800"}', '{"\\udfff": 1}', '{"a": [1e999]}', '{"a": NaN}'],
)
async def test_tool_arguments_that_are_no_object_or_cannot_be_sent_back_are_told_apart(
    server: ScriptedModel, claude: Claude, written: str
) -> None:
    server.will(uses("set_options", written))
    reply = await claude.complete(ASKED)
    assert reply.tool_calls == (ToolCall("call-1", "set_options", None),)


async def test_an_answer_that_was_too_long_says_so(server: ScriptedModel, claude: Claude) -> None:
    server.will(says("cut off he", stop="max_tokens"))
    assert (await claude.complete(ASKED)).stop is StopReason.LENGTH


NOTHING = Usage()
BEGUN = Usage(input=100, output=1)


@pytest.mark.parametrize(
    ("step", "fault", "usage"),
    [
        (Refusal(400, "invalid_request_error"), Fault.FINAL, NOTHING),
        (Refusal(401, "authentication_error"), Fault.FINAL, NOTHING),
        (Refusal(403, "permission_error"), Fault.FINAL, NOTHING),
        (Refusal(404, "not_found_error"), Fault.FINAL, NOTHING),
        (Refusal(429, "rate_limit_error"), Fault.BUSY, NOTHING),
        (Refusal(500, "api_error"), Fault.PASSING, NOTHING),
        (Refusal(500, body="<html>broken</html>"), Fault.PASSING, NOTHING),
        (Refusal(529, "overloaded_error"), Fault.BUSY, NOTHING),
        (Refusal(200, body="no stream at all"), Fault.PASSING, None),
        (says("never all of it", cut_after=3), Fault.PASSING, BEGUN),
        (says("never all of it", cut_after=3, clean=True), Fault.PASSING, BEGUN),
        (says("never all of it", cut_after=0), Fault.PASSING, None),
        (says("never all of it", error_after=(2, "overloaded_error")), Fault.BUSY, BEGUN),
        (says("never all of it", error_after=(2, "api_error")), Fault.PASSING, BEGUN),
    ],
)
async def test_each_way_of_failing_says_what_another_try_would_bring_and_what_is_charged(
    server: ScriptedModel, claude: Claude, step: Step, fault: Fault, usage: Usage | None
) -> None:
    server.will(step)
    with pytest.raises(ModelError) as raised:
        await claude.complete(ASKED)
    assert (raised.value.failure.fault, raised.value.usage) == (fault, usage)
    assert isinstance(raised.value, ModelBusyError) is (fault is Fault.BUSY)
    assert "secret" not in raised.value.message


async def test_retry_after_is_passed_on(server: ScriptedModel, claude: Claude) -> None:
    server.will(Refusal(429, "rate_limit_error", retry_after="7"))
    with pytest.raises(ModelBusyError) as raised:
        await claude.complete(ASKED)
    assert raised.value.retry_after_s == 7.0


async def test_a_model_that_does_not_answer_in_time_is_left(server: ScriptedModel, claude: Claude) -> None:
    never = asyncio.Event()
    server.will(Answer([], wait=never))
    with pytest.raises(ModelError) as raised:
        await claude.complete(ModelCall(Purpose.ROOT, (), ASKED.messages, 10, timeout_s=0.05))
    assert raised.value.failure.cause == "TimeoutError"
    never.set()


async def test_a_server_that_is_not_there_may_be_back(server: ScriptedModel) -> None:
    absent = open_claude(settings(server, base_url="http://127.0.0.1:9"))
    with pytest.raises(ModelError) as raised:
        await absent.complete(ASKED)
    assert raised.value.failure.fault is Fault.PASSING
    await absent.close()


class Granted(Credentials):
    """Credentials of a machine that has some."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.token = "granted"

    def refresh(self, request: object) -> None:
        self.token = "granted"


async def test_vertex_is_asked_in_its_location_with_the_machines_credentials(server: ScriptedModel) -> None:
    given = settings(server, provider="vertex", project="plots", base_url=server.url)
    vertex = open_claude(given, Granted())
    server.will(says("Hello from the cloud."))
    reply = await vertex.complete(ASKED)
    await vertex.close()
    assert reply.text == "Hello from the cloud."
    assert "/projects/plots/locations/eu/publishers/anthropic/models/claude-haiku-5-5:" in server.paths[0]
    assert server.headers[0]["authorization"] == "Bearer granted"


async def test_a_call_to_another_machine_fails_before_it_is_made() -> None:
    abroad = open_claude(ModelSettings.model_validate({"provider": "anthropic", "api_key": "key", "reach": "loopback"}))
    with pytest.raises(ModelError) as raised:
        await abroad.complete(ASKED)
    assert raised.value.failure.cause == "StrayCallError"
    await abroad.close()
