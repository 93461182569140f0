"""Requests: what reaches the agent, what comes back, and what is refused on the way."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest

from gateway.server import RunningGateway
from plotlane_kit.errors import Reason, RemoteError, Violation
from tests.integration.gateway.browser import browser
from tests.integration.gateway.conftest import OpenGateway
from tests.integration.gateway.scripted_agent import ScriptedAgent

pytestmark = pytest.mark.asyncio(loop_scope="session")


def error_of(response: httpx.Response) -> dict[str, Any]:
    body: dict[str, Any] = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "ref", "details"}
    return dict(body["error"])


async def test_status_joins_what_the_scheduler_and_the_agent_say(page: httpx.AsyncClient) -> None:
    assert (await page.get("/v1/status")).json() == {
        "tier": "admin",
        "user_max_runs": 2,
        "user_runs": 1,
        "waiting": 3,
        "in_flight": 5,
        "concurrency": 5,
        "libraries": ["matplotlib"],
        "provider": "offline",
        "identity": "local",
        "usage": {
            "runs_per_day": {"used": 3, "limit": 50, "left": 47, "resets_in_s": 900},
            "sessions": {"used": 51, "limit": 50, "left": 0, "resets_in_s": 0},
        },
    }


async def test_the_catalogue_is_listed_and_shown_one_by_one(page: httpx.AsyncClient) -> None:
    listed = (await page.get("/v1/charts")).json()["charts"]
    assert [chart["id"] for chart in listed] == ["scatter"]
    assert (await page.get("/v1/charts/scatter")).json() == listed[0]


async def test_eligibility_says_why_not(page: httpx.AsyncClient) -> None:
    answer = await page.get("/v1/eligibility", params={"chart": "scatter", "library": "gnuplot"})
    assert answer.json() == {"eligible": False, "why_not": "not here"}


async def test_eligibility_without_its_query_names_what_is_missing(page: httpx.AsyncClient) -> None:
    answer = await page.get("/v1/eligibility", params={"chart": "scatter"})
    assert answer.status_code == 422
    assert [line["field"] for line in error_of(answer)["details"]["violations"]] == ["library"]


async def test_a_session_is_made_with_what_the_body_says(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.post("/v1/sessions", json={"chart": "scatter", "locale": "de"})
    assert (answer.status_code, answer.json()) == (201, {"session_id": "new-1"})
    request, _ = agent.last("CreateSession")
    assert (request.chart_id, request.library, request.locale) == ("scatter", "", "de")


async def test_sessions_are_listed_with_times_in_seconds(page: httpx.AsyncClient) -> None:
    assert (await page.get("/v1/sessions")).json()["sessions"][0] == {
        "session_id": "s1",
        "chart": None,
        "library": None,
        "versions": 2,
        "updated_at": 12.5,
        "busy": False,
    }


async def test_a_session_comes_whole_with_the_roles_of_its_chart(page: httpx.AsyncClient) -> None:
    session = (await page.get("/v1/sessions/s1")).json()
    assert [role["name"] for role in session["roles"]] == ["y"]
    assert (session["dataset"], session["turn_id"], session["versions"]) == (None, None, [])
    assert [line["text"] for line in session["transcript"]] == ["first", "second"]  # each came in a part of its own


async def test_a_session_whose_chart_left_the_catalogue_can_still_be_seen(page: httpx.AsyncClient) -> None:
    assert (await page.patch("/v1/sessions/s1", json={"chart": "gone"})).json()["roles"] == []


async def test_a_switch_changes_only_what_it_names(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    assert (await page.patch("/v1/sessions/s1", json={"chart": "line"})).json()["chart"] == "line"
    request, _ = agent.last("UpdateSession")
    assert (request.session_id, request.chart_id, request.library) == ("s1", "line", "")


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/v1/sessions/s1"), ("POST", "/v1/sessions/s1/cancel")])
async def test_purge_and_cancel_answer_204(page: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await page.request(method, path)
    assert (answer.status_code, answer.content) == (204, b"")


async def test_a_paste_passes_every_character_on(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    text = "a;b\r\n1;\x00ü\U0001f4c8\n"
    answer = (await page.post("/v1/sessions/s1/dataset", json={"text": text})).json()
    assert agent.last("SetDataset")[0].text == text
    assert answer["preview"] == {"columns": ["a", "b"], "rows": [["1", None]], "total_rows": 1}
    assert answer["profile"][0]["unit"] == "mg"
    melt = {"op": "melt", "columns": ["2019", "2020"], "keep": [], "name": "Year"}
    assert answer["suggestions"] == [{"chart": "scatter", "why": "two columns", "steps": [melt]}]


async def test_a_paste_of_more_than_the_agent_takes_still_reaches_its_own_error(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.refusals["long"] = RemoteError(Reason.TOO_LONG, "201 KB are more than 200 KB", metadata={"limit": "204800"})
    answer = await page.post("/v1/sessions/long/dataset", json={"text": "ü" * 100_000 + "x" * 6000})
    assert answer.status_code == 413
    assert error_of(answer)["details"] == {"limit": "204800"}


async def test_the_reading_is_flipped_by_subject(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    await page.put("/v1/sessions/s1/dataset/reading", json={"choices": {"decimal_mark": ","}})
    assert dict(agent.last("SetReading")[0].choices) == {"decimal_mark": ","}


async def test_bindings_keep_their_order(page: httpx.AsyncClient) -> None:
    lines = [{"role": "y", "column": "b"}, {"role": "y", "column": "a"}]
    answer = await page.put("/v1/sessions/s1/bindings", json=lines)
    assert answer.json() == {"bindings": lines, "complete": True, "missing_roles": []}


async def test_options_of_every_kind_come_back_as_they_were_sent(page: httpx.AsyncClient) -> None:
    options = {"title": "Ä", "bins": 20, "size": 1.5, "log": True, "range": [None, 3], "color": None}
    assert (await page.put("/v1/sessions/s1/options", json=options)).json()["options"] == options


async def test_the_other_theme_is_asked_for_by_version(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.post("/v1/sessions/s1/versions/3/render", json={"theme": "dark"})
    assert answer.json() == {"version": 3, "status": "ok", "reason": None, "artifacts": []}
    request, _ = agent.last("RenderTheme")
    assert (request.version, request.theme) == (3, 2)


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/v1/sessions", {"chart": "scatter", "tier": "admin"}, "tier"),
        ("POST", "/v1/sessions", {"chart": 7}, "chart"),
        ("PUT", "/v1/sessions/s1/bindings", [{"role": "x", "column": "a", "theme": 1}], "[0].theme"),
        ("PUT", "/v1/sessions/s1/bindings", {"role": "x"}, "body"),
        ("PUT", "/v1/sessions/s1/options", {"bins": {"deep": []}}, "bins"),
        ("PUT", "/v1/sessions/s1/options", {"range": [1, True]}, "range"),
        ("POST", "/v1/sessions/s1/messages", {}, "body"),
        ("POST", "/v1/sessions/s1/messages", {"text": "a", "action": "create_plot"}, "body"),
        ("POST", "/v1/sessions/s1/messages", {"text": "a", "theme": "dark"}, "body"),
        ("POST", "/v1/sessions/s1/messages", {"action": "create_plot", "theme": "blue"}, "theme"),
        ("POST", "/v1/sessions/s1/versions/1/render", {}, "theme"),
    ],
)
async def test_a_body_of_another_shape_is_422_and_names_the_field(
    page: httpx.AsyncClient, method: str, path: str, body: object, field: str
) -> None:
    answer = await page.request(method, path, json=body)
    assert answer.status_code == 422
    error = error_of(answer)
    assert error["code"] == "invalid"
    assert field in [line["field"] for line in error["details"]["violations"]]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b'{"text": "\\ud800"}', b'{"text": "\xed\xa0\x80"}', b'{"text": "\xff"}', b"[" * 5000],
    ids=["empty", "half", "null", "lone surrogate", "surrogate bytes", "no utf-8", "deep"],
)
async def test_a_body_that_is_no_proper_json_is_422(page: httpx.AsyncClient, body: bytes) -> None:
    answer = await page.post("/v1/sessions/s1/dataset", content=body)
    assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid")


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"1e999", b"9" * 400])
async def test_a_number_that_is_not_finite_is_422(page: httpx.AsyncClient, number: bytes) -> None:
    assert (await page.put("/v1/sessions/s1/options", content=b'{"bins": ' + number + b"}")).status_code == 422


async def test_a_body_that_announces_too_much_is_413_before_it_is_sent(gateway: RunningGateway) -> None:
    host, port = gateway.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST /v1/sessions HTTP/1.1\r\nHost: {gateway.address}\r\nContent-Type: application/json\r\n"
        "X-Plotlane-Client: plotlane-chat/1\r\nContent-Length: 999999999999\r\n\r\n"
    )
    writer.write(head.encode())
    assert b" 413 " in await reader.readline()
    writer.close()
    await writer.wait_closed()


async def test_a_body_that_does_not_announce_its_length_is_413_once_it_is_too_long(page: httpx.AsyncClient) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    answer = await page.post("/v1/sessions", content=endless())
    assert answer.status_code == 413
    assert error_of(answer)["details"] == {"limit": "65536"}


async def test_a_body_that_does_not_arrive_is_408(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(body_s=0.05)
    host, port = gateway.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST /v1/sessions HTTP/1.1\r\nHost: {gateway.address}\r\nContent-Type: application/json\r\n"
        "X-Plotlane-Client: plotlane-chat/1\r\nContent-Length: 10\r\n\r\n{"
    )
    writer.write(head.encode())
    assert b" 408 " in await reader.readline()
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/sessions/has%20space",
        "/v1/sessions/%2e%2e",
        f"/v1/sessions/{'x' * 129}",
        "/v1/charts/Ä",
        "/v1/sessions/s1/artifacts/..%5cpasswd",
        "/v1/sessions/s1/artifacts/plot.exe",
        "/v1/sessions/s1/turns/a.b/events",
    ],
)
async def test_what_cannot_be_an_id_is_404_and_never_reaches_the_agent(
    page: httpx.AsyncClient, agent: ScriptedAgent, path: str
) -> None:
    before = len(agent.asked)
    answer = await page.get(path)
    assert (answer.status_code, error_of(answer)["code"]) == (404, "session_expired")
    assert len(agent.asked) == before


@pytest.mark.parametrize("version", ["1000", "-1", "x", "1.0", "¹"])
async def test_what_cannot_be_a_version_is_404(page: httpx.AsyncClient, version: str) -> None:
    answer = await page.post(f"/v1/sessions/s1/versions/{version}/render", json={"theme": "dark"})
    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/sessions/s1/stairs", "/v1/charts/", "/static/none.js", "/x"])
async def test_an_unknown_address_is_404_in_json(page: httpx.AsyncClient, path: str) -> None:
    answer = await page.get(path)
    assert (answer.status_code, error_of(answer)["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE"])
async def test_a_wrong_method_is_405_and_told_the_right_ones(page: httpx.AsyncClient, method: str) -> None:
    answer = await page.request(method, "/v1/charts")
    assert (answer.status_code, error_of(answer)["code"]) == (405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


async def test_a_refusal_of_the_agent_arrives_with_everything_it_says(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.refusals["refused"] = RemoteError(
        Reason.INVALID_BINDINGS, "two lines", violations=[Violation("bindings[0].column", "no such column")]
    )
    answer = await page.put("/v1/sessions/refused/bindings", json=[])
    assert answer.status_code == 422
    assert error_of(answer) == {
        "code": "invalid",
        "message": "two lines",
        "ref": None,
        "details": {"violations": [{"field": "bindings[0].column", "message": "no such column"}]},
    }


async def test_a_refusal_that_ends_says_when_to_come_back(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.refusals["limited"] = RemoteError(Reason.RATE_LIMITED, "too fast", retry_after_s=7.2)
    answer = await page.post("/v1/sessions/limited/dataset", json={"text": "a"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "8")


async def test_an_agent_that_is_down_is_502_at_once(open_gateway: OpenGateway, unused_tcp_port: int) -> None:
    gateway = await open_gateway(agent_address=f"127.0.0.1:{unused_tcp_port}")
    async with browser(gateway.address) as page:
        started = time.monotonic()
        answers = [
            await page.get("/v1/charts"),
            await page.get("/v1/status"),
            await page.post("/v1/sessions/s1/messages", json={"text": "a"}),
            await page.get("/v1/sessions/s1/artifacts/plot.py"),
        ]
        assert time.monotonic() - started < 2
    assert {(answer.status_code, error_of(answer)["code"]) for answer in answers} == {(502, "upstream")}


async def test_an_agent_that_does_not_answer_is_504_at_the_deadline(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(call_s=0.1)
    async with browser(gateway.address) as page:
        answer = await page.post("/v1/sessions/hangs/dataset", json={"text": "a"})
    assert (answer.status_code, error_of(answer)["code"]) == (504, "deadline")


async def test_a_bug_behind_the_gateway_is_500_with_a_reference_and_no_text(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    answer = await page.post("/v1/sessions/no-script/messages", json={"text": "a"})  # KeyError in the scripted agent
    error = error_of(answer)
    assert (answer.status_code, error["code"]) == (500, "internal")
    assert len(error["ref"]) == 12
    assert "no-script" not in answer.text
