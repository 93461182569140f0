"""People without an account, and people of an identity provider, at a real gateway."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from google.auth import jwt
from google.auth.crypt import RSASigner

from plotlane_kit.caller import Caller
from plotlane_kit.settings import SettingsError
from tests.integration.gateway.browser import browser
from tests.integration.gateway.conftest import OpenGateway
from tests.integration.gateway.scripted_agent import ScriptedAgent, paused_turn, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

ISSUER = "https://id.example.org"
KEY = rsa.generate_private_key(65_537, 2_048)


async def asking(page: httpx.AsyncClient, agent: ScriptedAgent, **more: Any) -> Caller:
    """Whom the agent sees."""
    assert (await page.get("/v1/charts", **more)).status_code == 200
    return agent.last("ListCharts")[1]


async def test_a_browser_without_an_account_stays_the_same_guest_and_shares_its_address(
    open_gateway: OpenGateway, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(identity="anonymous")
    async with browser(gateway.address) as one, browser(gateway.address) as other:
        first = await one.get("/v1/status")
        told = first.json()
        assert (told["identity"], told["sign_in"], told["tier"]) == ("anonymous", None, "public")
        cookie = first.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("plotlane_guest=", "httponly", "samesite=strict", "path=/v1/"))
        again = await one.get("/v1/status")
        assert "set-cookie" not in again.headers
        anna, ben = await asking(one, agent), await asking(other, agent)
        assert anna == await asking(one, agent)
        assert anna.user != ben.user
        assert anna.address == ben.address != ""


async def test_an_address_is_taken_from_a_proxy_alone_that_is_trusted(
    open_gateway: OpenGateway, agent: ScriptedAgent
) -> None:
    far = {"X-Forwarded-For": "198.51.100.1"}
    for trusted in ("", "127.0.0.0/8"):
        gateway = await open_gateway(identity="anonymous", trusted_proxies=trusted)
        async with browser(gateway.address) as page:
            near = await asking(page, agent)
            assert ((await asking(page, agent, headers=far)).address != near.address) is bool(trusted)


async def test_guests_may_stand_beside_those_who_sign_in(
    open_gateway: OpenGateway, agent: ScriptedAgent, tokens_file: Path
) -> None:
    gateway = await open_gateway(identity="tokens", tokens_file=tokens_file, anonymous=True)
    async with browser(gateway.address) as page:
        assert (await page.get("/v1/status")).json()["sign_in"] == "tokens"
        guest = await asking(page, agent)
        await page.post("/v1/login", json={"token": "ada-token"})
        ada = await asking(page, agent)
        assert (ada.tier, ada.address) == ("premium", "")
        refused = await page.get("/v1/charts", headers={"Authorization": "Bearer eve"})
        assert (refused.status_code, refused.json()["error"]["details"]) == (
            401,
            {"sign_in": "tokens", "guests": "yes"},
        )
        await page.post("/v1/logout")
        assert await asking(page, agent) == guest


@pytest.fixture(scope="module")
def keys_url() -> Iterator[str]:
    """Where the provider shows its keys."""
    public = KEY.public_key().public_numbers()
    body = json.dumps({"keys": [{"kty": "RSA", "kid": "k", "n": number(public.n), "e": number(public.e)}]}).encode()

    class Keys(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Keys)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/keys"
    server.shutdown()
    thread.join()
    server.server_close()


def number(value: int) -> str:
    return base64.urlsafe_b64encode(value.to_bytes((value.bit_length() + 7) // 8, "big")).rstrip(b"=").decode()


def token(**changes: Any) -> str:
    pem = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    now = int(time.time())
    claims = {"iss": ISSUER, "aud": "plotlane", "sub": "ada", "iat": now, "exp": now + 60, **changes}
    return bytes(jwt.encode(RSASigner.from_string(pem, "k"), claims)).decode()  # type: ignore[no-untyped-call]


async def test_a_token_of_the_provider_lets_people_in_by_header_and_by_cookie(
    open_gateway: OpenGateway, agent: ScriptedAgent, keys_url: str
) -> None:
    oidc = {"oidc_issuer": ISSUER, "oidc_audience": "plotlane", "oidc_jwks_url": keys_url, "oidc_admins": "boss"}
    gateway = await open_gateway(identity="oidc", **oidc)
    async with browser(gateway.address) as page:
        assert (await page.get("/v1/status")).status_code == 401
        boss = await asking(page, agent, headers={"Authorization": f"Bearer {token(sub='boss')}"})
        assert boss.tier == "admin"
        old = {"Authorization": f"Bearer {token(exp=int(time.time()) - 120)}"}
        assert (await page.get("/v1/status", headers=old)).status_code == 401
        assert (await page.post("/v1/login", json={"token": token()})).status_code == 204
        ada = await asking(page, agent)
        assert (ada.tier, ada.user != boss.user, ada.address) == ("public", True, "")
        assert (await page.get("/v1/status")).json()["identity"] == "oidc"


async def test_a_provider_that_does_not_answer_is_502_and_lets_nobody_in(
    open_gateway: OpenGateway, unused_tcp_port: int
) -> None:
    dead = f"http://127.0.0.1:{unused_tcp_port}/keys"
    gateway = await open_gateway(identity="oidc", oidc_issuer=ISSUER, oidc_audience="plotlane", oidc_jwks_url=dead)
    async with browser(gateway.address) as page:
        answer = await page.get("/v1/status", headers={"Authorization": f"Bearer {token()}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (502, "upstream")


async def test_streams_leave_the_reserve_to_short_requests(open_gateway: OpenGateway, agent: ScriptedAgent) -> None:
    gateway = await open_gateway(stream_limit=25, stream_reserve=19)  # the queue of these tests holds 1, and 5 run
    agent.scripts["crowd"] = paused_turn([ready()])
    body = {"action": "create_plot"}
    async with browser(gateway.address) as page:
        streams = [page.stream("POST", "/v1/sessions/crowd/messages", json=body) for _ in range(6)]
        for stream in streams:
            await stream.__aenter__()
        refused = await page.post("/v1/sessions/crowd/messages", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "capacity")
        assert refused.headers["retry-after"]
        assert (await page.get("/v1/status")).status_code == 200
        for stream in streams:
            await stream.__aexit__(None, None, None)


async def test_a_gateway_whose_streams_do_not_hold_the_queue_does_not_start(open_gateway: OpenGateway) -> None:
    with pytest.raises(SettingsError, match="set at least 25"):
        await open_gateway(stream_limit=24, stream_reserve=19)
