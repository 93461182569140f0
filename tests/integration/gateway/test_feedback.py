"""Feedback over HTTP."""

from __future__ import annotations

import httpx
import pytest

from plotlane_kit.errors import Reason, RemoteError
from tests.integration.gateway.scripted_agent import ScriptedAgent

pytestmark = pytest.mark.asyncio(loop_scope="session")
LIKED = {"version": 2, "reaction": "up", "text": "schön", "include_data": True}


async def test_a_reaction_is_passed_on_and_created(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    answer = await page.post("/v1/sessions/liked/feedback", json=LIKED)
    assert answer.status_code == 201
    request, _ = agent.last("SendFeedback")
    assert (request.session_id, request.version, request.reaction) == ("liked", 2, "up")
    assert (request.text, request.include_data) == ("schön", True)


@pytest.mark.parametrize(
    "change",
    [{"reaction": "meh"}, {"version": 1_000}, {"version": -1}, {"include_data": None}, {"text": 1}, {"stars": 5}],
)
async def test_a_reaction_of_another_shape_is_refused(page: httpx.AsyncClient, change: dict[str, object]) -> None:
    assert (await page.post("/v1/sessions/liked/feedback", json={**LIKED, **change})).status_code == 422


async def test_consent_must_be_said_one_way_or_the_other(page: httpx.AsyncClient) -> None:
    silent = {"version": 0, "reaction": "down"}
    assert (await page.post("/v1/sessions/liked/feedback", json=silent)).status_code == 422


async def test_a_version_that_is_gone_is_not_found(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.refusals["gone"] = RemoteError(Reason.NOT_FOUND, "no such version")
    assert (await page.post("/v1/sessions/gone/feedback", json=LIKED)).status_code == 404
