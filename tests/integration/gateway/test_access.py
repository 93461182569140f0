"""Access: foreign pages, rebound names, and who is let in."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from gateway.server import RunningGateway
from plotlane_kit.caller import LOCAL_USER
from tests.integration.gateway.browser import browser
from tests.integration.gateway.conftest import OpenGateway
from tests.integration.gateway.scripted_agent import ScriptedAgent

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_name_that_was_rebound_to_this_address_gets_nothing(page: httpx.AsyncClient) -> None:
    for path in ("/", "/v1/charts", "/metrics", "/static/icon.svg"):
        answer = await page.get(path, headers={"Host": "evil.example:8080"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "forbidden")


async def test_the_probes_of_an_orchestrator_come_by_address(page: httpx.AsyncClient) -> None:
    assert (await page.get("/healthz", headers={"Host": "10.1.2.3:8080"})).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
async def test_a_write_of_a_foreign_page_is_refused(page: httpx.AsyncClient, agent: ScriptedAgent, origin: str) -> None:
    before = len(agent.asked)
    answer = await page.post("/v1/sessions", json={}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert len(agent.asked) == before


async def test_a_preflight_is_never_granted(page: httpx.AsyncClient) -> None:
    answer = await page.options(
        "/v1/sessions", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_foreign_page_cannot_even_embed_what_is_below_v1(page: httpx.AsyncClient) -> None:
    for site in ("cross-site", "same-site"):
        assert (await page.get("/v1/charts", headers={"Sec-Fetch-Site": site})).status_code == 403
    assert (await page.get("/v1/charts", headers={"Sec-Fetch-Site": "same-origin"})).status_code == 200


async def test_a_write_without_the_client_header_or_without_json_is_refused(page: httpx.AsyncClient) -> None:
    bare = await page.post("/v1/sessions", json={}, headers={"X-Plotlane-Client": ""})
    assert bare.status_code == 403
    form = await page.post("/v1/sessions", content=b"{}", headers={"Content-Type": "text/plain"})
    assert form.status_code == 415


async def test_a_client_that_is_no_browser_sends_no_origin_and_may_write(gateway: RunningGateway) -> None:
    headers = {"X-Plotlane-Client": "plotlane-chat/1"}
    async with httpx.AsyncClient(base_url=f"http://{gateway.address}", headers=headers) as client:
        assert (await client.post("/v1/sessions", json={})).status_code == 201


async def test_other_names_and_origins_are_allowed_by_setting(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(allowed_hosts="plots.example.org", allowed_origins="https://plots.example.org")
    async with browser(gateway.address, follow_redirects=False) as page:
        page.headers["Host"] = "plots.example.org"
        page.headers["Origin"] = "https://plots.example.org"
        assert (await page.post("/v1/sessions", json={})).status_code == 201
        page.headers["Origin"] = f"http://{gateway.address}"
        assert (await page.post("/v1/sessions", json={})).status_code == 403
        page.headers["Host"] = gateway.address
        assert (await page.get("/v1/charts")).status_code == 421


FORGED = {"x-plotlane-user": "somebody", "x-plotlane-tier": "admin"}


async def test_the_agent_sees_an_opaque_user_and_the_tier_of_the_identity(
    open_gateway: OpenGateway, tokens_file: Path, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    async with browser(gateway.address) as page:
        await page.get("/v1/charts", headers={**FORGED, "Authorization": "Bearer ada-token"})
    _, caller = agent.last("ListCharts")
    assert (len(caller.user), caller.tier) == (64, "premium")


async def test_the_local_user_is_the_one_of_a_bare_call_so_that_commands_find_what_the_page_has_made(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    await page.get("/v1/charts", headers={**FORGED, "x-plotlane-tier": "public"})
    _, caller = agent.last("ListCharts")
    assert (caller.user, caller.tier) == (LOCAL_USER, "admin")


async def test_the_local_user_stays_the_same_after_a_restart(
    page: httpx.AsyncClient, agent: ScriptedAgent, open_gateway: OpenGateway
) -> None:
    await page.get("/v1/charts")
    before = agent.last("ListCharts")[1]
    async with browser((await open_gateway()).address) as again:
        await again.get("/v1/charts")
    assert agent.last("ListCharts")[1] == before


async def test_without_a_token_everything_below_v1_is_401_and_the_page_is_not(
    open_gateway: OpenGateway, tokens_file: Path
) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    async with browser(gateway.address) as page:
        for method, path in [("GET", "/v1/status"), ("POST", "/v1/sessions"), ("GET", "/v1/nothing")]:
            answer = await page.request(method, path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthenticated")
            assert answer.headers["www-authenticate"] == "Bearer"
        assert (await page.get("/")).status_code == 200


async def test_a_login_keeps_the_token_where_scripts_cannot_read_it(
    open_gateway: OpenGateway, tokens_file: Path, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    async with browser(gateway.address) as page:
        login = await page.post("/v1/login", json={"token": " ada-token "})
        assert login.status_code == 204
        cookie = login.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/v1/"))
        assert (await page.get("/v1/status")).json()["tier"] == "premium"
        await page.post("/v1/logout")
        assert (await page.get("/v1/status")).status_code == 401


async def test_a_wrong_token_is_401_and_sets_no_cookie(open_gateway: OpenGateway, tokens_file: Path) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    async with browser(gateway.address) as page:
        answer = await page.post("/v1/login", json={"token": "eve-token"})
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers
        assert (await page.get("/v1/status", headers={"Authorization": "Bearer eve-token"})).status_code == 401


async def test_a_bearer_header_decides_over_the_cookie(open_gateway: OpenGateway, tokens_file: Path) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    async with browser(gateway.address) as page:
        await page.post("/v1/login", json={"token": "ada-token"})
        bob = {"Authorization": "Bearer bob-token"}
        assert (await page.get("/v1/status", headers=bob)).json()["tier"] == "public"
        assert (await page.get("/v1/status", headers={"Authorization": "Basic YTpi"})).status_code == 401


async def test_two_tokens_are_two_users(open_gateway: OpenGateway, tokens_file: Path, agent: ScriptedAgent) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file)
    users = set()
    async with browser(gateway.address) as page:
        for token in ("ada-token", "bob-token"):
            await page.get("/v1/charts", headers={"Authorization": f"Bearer {token}"})
            users.add(agent.last("ListCharts")[1].user)
    assert len(users) == 2


async def test_a_cookie_for_https_is_sent_over_https_alone(open_gateway: OpenGateway, tokens_file: Path) -> None:
    origin = "https://plots.example.org"
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file, allowed_origins=origin)
    async with browser(gateway.address) as page:
        login = await page.post("/v1/login", json={"token": "ada-token"}, headers={"Origin": origin})
        assert "secure" in login.headers["set-cookie"].lower()


async def test_the_local_mode_has_no_login(page: httpx.AsyncClient) -> None:
    assert (await page.post("/v1/login", json={"token": "a"})).status_code == 404
