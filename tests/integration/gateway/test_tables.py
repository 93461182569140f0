"""Files and data steps over HTTP: what reaches the agent, and what is refused on the way."""

from __future__ import annotations

import httpx
import pytest

from plotlane_kit.errors import Reason, RemoteError, Violation
from tests.integration.gateway.scripted_agent import ScriptedAgent

pytestmark = pytest.mark.asyncio(loop_scope="session")
MIB = 1024**2
DEEP = {"op": "sort", "columns": [[[[["a"]]]]]}


async def upload(page: httpx.AsyncClient, name: str, data: bytes, sheet: str | None = None) -> httpx.Response:
    form = httpx.Request("POST", "http://x/", files={"file": (name, data)})
    headers = {"Content-Type": form.headers["content-type"]}
    query = {} if sheet is None else {"sheet": sheet}
    return await page.post("/v1/sessions/s1/files", content=form.read(), headers=headers, params=query)


async def test_a_file_reaches_the_agent_whole(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    data = bytes(range(256)) * 4_000
    answer = await upload(page, "Größe.parquet", data)
    assert answer.status_code == 200
    assert {"preview", "profile", "report", "bindings", "suggestions", "steps", "file"} <= set(answer.json())
    header, _ = agent.last("UploadFile")
    assert (header.session_id, header.file_name, header.sheet) == ("s1", "Größe.parquet", "")
    assert agent.files["Größe.parquet"] == data


async def test_of_several_sheets_the_page_chooses_one(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    assert (await upload(page, "two.xlsx", b"x")).json() == {"sheets": ["Eins", "Zwei"]}
    assert "preview" in (await upload(page, "two.xlsx", b"x", sheet="Zwei")).json()
    assert agent.last("UploadFile")[0].sheet == "Zwei"


async def test_a_file_that_is_too_large_is_refused_while_it_is_read(page: httpx.AsyncClient) -> None:
    answer = await upload(page, "huge.csv", b"x" * (11 * MIB))
    assert answer.status_code == 413
    assert "larger than 10 MB" in answer.json()["error"]["message"]


async def test_a_file_is_no_json(page: httpx.AsyncClient) -> None:
    answer = await page.post("/v1/sessions/s1/files", json={"file": "a,b"})
    assert answer.status_code == 415


async def test_a_step_reaches_the_agent_with_its_arguments(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.post("/v1/sessions/s1/steps", json={"op": "sort", "columns": ["a"], "descending": True})
    assert answer.status_code == 200
    assert answer.json()["code"] == "df = df"
    assert answer.json()["steps"] == [
        {
            "op": "sort",
            "title": "Sort by “a”",
            "code": "df = df",
            "arguments": {"columns": ["a"], "descending": True},
        }
    ]
    request, _ = agent.last("ApplyStep")
    assert (request.session_id, request.op, sorted(request.arguments)) == ("s1", "sort", ["columns", "descending"])


@pytest.mark.parametrize(
    "body", [{}, {"op": 1}, [], {"op": "sort", **{f"f{n}": 1 for n in range(20)}}, DEEP, {"op": "top_n", "n": 10**400}]
)
async def test_what_is_no_step_does_not_reach_the_agent(page: httpx.AsyncClient, body: object) -> None:
    assert (await page.post("/v1/sessions/s1/steps", json=body)).status_code == 422


async def test_a_refused_step_comes_back_field_by_field(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.refusals["s2"] = RemoteError(
        Reason.INVALID, "no", violations=[Violation("columns", "there is no column “b”")]
    )
    answer = await page.post("/v1/sessions/s2/steps", json={"op": "sort", "columns": ["b"]})
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["violations"] == [
        {"field": "columns", "message": "there is no column “b”"}
    ]


async def test_the_last_step_is_undone(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.delete("/v1/sessions/s1/steps/last")
    assert (answer.status_code, answer.json()["steps"]) == (200, [])
    assert agent.last("UndoStep")[0].session_id == "s1"
