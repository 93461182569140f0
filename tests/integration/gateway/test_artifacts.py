"""Files of versions: whole, never kept, and never run by a browser."""

from __future__ import annotations

import os

import httpx
import pytest

from plotlane_kit.errors import Reason, RemoteError
from tests.integration.gateway.scripted_agent import ScriptedAgent

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_picture_of_several_chunks_arrives_whole(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.files["plot-light.png"] = picture = os.urandom(700_000)
    answer = await page.get("/v1/sessions/s1/artifacts/plot-light.png", params={"v": 3})
    assert answer.content == picture
    assert answer.headers["content-length"] == "700000"
    assert answer.headers["content-type"] == "image/png"
    request, _ = agent.last("GetArtifact")
    assert (request.session_id, request.version, request.name) == ("s1", 3, "plot-light.png")


async def test_a_file_is_private_and_nothing_in_it_runs(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.files["plot-light.svg"] = b"<svg onload='alert(1)'/>"
    headers = (await page.get("/v1/sessions/s1/artifacts/plot-light.svg")).headers
    assert headers["cache-control"] == "private, no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in headers["content-security-policy"]
    assert headers["content-disposition"] == 'attachment; filename="plot-light.svg"'


async def test_code_is_shown_as_text_and_saved_when_asked(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.files["plot.py"] = b"print('<b>')"
    shown = await page.get("/v1/sessions/s1/artifacts/plot.py")
    assert shown.headers["content-type"] == "text/plain; charset=utf-8"
    assert "content-disposition" not in shown.headers
    saved = await page.get("/v1/sessions/s1/artifacts/plot.py", params={"download": "1"})
    assert saved.headers["content-disposition"] == 'attachment; filename="plot.py"'


async def test_an_empty_file_is_no_missing_file(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.files["data.csv"] = b""
    answer = await page.get("/v1/sessions/s1/artifacts/data.csv")
    assert (answer.status_code, answer.content) == (200, b"")


async def test_a_file_that_does_not_exist_is_404_in_json(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.refusals["no-file"] = RemoteError(Reason.NOT_FOUND, "no such file")
    answer = await page.get("/v1/sessions/no-file/artifacts/plot.py")
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, "no such file")


@pytest.mark.parametrize("version", ["1000", "-1", "x", ""])
async def test_a_version_that_is_none_is_422(page: httpx.AsyncClient, version: str) -> None:
    assert (await page.get("/v1/sessions/s1/artifacts/plot.py", params={"v": version})).status_code == 422


async def test_a_download_that_breaks_off_is_seen_to_be_incomplete(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.files["bundle.zip"] = whole = b"x" * 300_000
    with pytest.raises(httpx.RemoteProtocolError):
        await page.get("/v1/sessions/breaks/artifacts/bundle.zip")
    assert (await page.get("/v1/sessions/s1/artifacts/bundle.zip")).content == whole
