"""Fan-outs: one stream for all members, which ends when the whole does, not when one of them does."""

from __future__ import annotations

import httpx
import pytest

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import Reason, RemoteError
from tests.integration.gateway.browser import Event, all_events
from tests.integration.gateway.scripted_agent import ScriptedAgent, done, numbered, queued, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")
MEMBERS = [pb.FanOutMember(library="seaborn", session_id="c1"), pb.FanOutMember(library="plotly", session_id="c2")]
BLOCKED = pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_QUEUED, blocked="user_cap"))


def told() -> list[pb.FanOutEvent]:
    """A fan-out of two: one draws, one waits outside the queue and is stopped."""
    about = ["", "c1", "c2", "c1", "c2", ""]
    events = numbered(ready("g1"), queued(1), BLOCKED, done(version=1), done("cancelled"), done("cancelled"))
    libraries = {one.session_id: one.library for one in MEMBERS}
    out = [
        pb.FanOutEvent(group_id="g1", session_id=session_id, library=libraries.get(session_id, ""), event=event)
        for session_id, event in zip(about, events, strict=True)
    ]
    out[0].members.extend(MEMBERS)
    return out


SEABORN, PLOTLY = ({"library": one.library, "session_id": one.session_id} for one in MEMBERS)
STREAM = [
    Event("1", "ready", {"v": "plotlane/1", "group_id": "g1", "members": [SEABORN, PLOTLY]}),
    Event("2", "status", {"step": "queued", "position": 1, "waiting": 9, "estimated_wait_s": 42, **SEABORN}),
    Event("3", "status", {"step": "queued", "blocked": "user_cap", **PLOTLY}),
    Event("4", "done", {"outcome": "ok", "version": 1, **SEABORN}),
    Event("5", "done", {"outcome": "cancelled", "version": None, **PLOTLY}),
    Event("6", "done", {"outcome": "cancelled", "version": None}),
]


async def test_every_member_is_told_in_one_stream_that_ends_with_the_whole(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.fan_outs["parent"] = told()
    body = {"libraries": ["seaborn", "plotly"]}
    async with page.stream("POST", "/v1/sessions/parent/fanout", json=body) as response:
        assert response.status_code == 200
        assert await all_events(response) == STREAM
    request, _ = agent.last("FanOut")
    assert (request.session_id, list(request.libraries)) == ("parent", ["seaborn", "plotly"])


async def test_without_libraries_the_agent_chooses(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.fan_outs["all"] = told()
    async with page.stream("POST", "/v1/sessions/all/fanout", json={}) as response:
        await all_events(response)
    request, _ = agent.last("FanOut")
    assert not request.libraries


@pytest.mark.parametrize(("after", "rest"), [("0", STREAM), ("3", STREAM[3:]), ("5", STREAM[5:])])
async def test_a_reader_who_comes_back_gets_what_it_has_not_seen(
    page: httpx.AsyncClient, agent: ScriptedAgent, after: str, rest: list[Event]
) -> None:
    agent.fan_outs["g1"] = told()
    async with page.stream("GET", "/v1/fanouts/g1/events", headers={"Last-Event-ID": after}) as response:
        assert await all_events(response) == rest


async def test_a_fan_out_that_nobody_knows_is_not_found(page: httpx.AsyncClient) -> None:
    answer = await page.get("/v1/fanouts/nobody/events")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "session_expired")


async def test_a_refusal_before_the_first_event_is_an_http_answer(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.refusals["crowded"] = RemoteError(Reason.RUN_LIMIT, "too many sessions", retry_after_s=3)
    answer = await page.post("/v1/sessions/crowded/fanout", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "run_limit")


async def test_a_fan_out_is_stopped_as_a_whole(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.post("/v1/fanouts/g9/cancel", json={})
    assert answer.status_code == 204
    assert agent.last("CancelFanOut")[0].group_id == "g9"


@pytest.mark.parametrize("body", [{"libraries": ["a"] * 33}, {"libraries": [""]}, {"libraries": "seaborn"}, {"all": 1}])
async def test_a_body_of_another_shape_is_refused(page: httpx.AsyncClient, body: object) -> None:
    assert (await page.post("/v1/sessions/parent/fanout", json=body)).status_code == 422


async def test_an_agent_that_is_cut_off_in_the_middle_is_told_in_words(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.fan_outs["cut"] = told()[:4]
    async with page.stream("POST", "/v1/sessions/cut/fanout", json={}) as response:
        stream = await all_events(response)
    assert [event.name for event in stream[4:]] == ["error", "done"]
    assert stream[-2].data["code"] == "upstream"
