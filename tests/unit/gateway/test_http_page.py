"""The page on the HTTP API names every route that there is, with its methods."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.routing import Route

from gateway.app import Parts, build_app
from gateway.identity.mode import IdentityMode
from gateway.identity.opaque import OpaqueIds
from gateway.identity.tokens import TokenVerifier
from gateway.settings import GatewaySettings
from gateway.streams import OpenStreams
from plotlane_kit.settings import load_settings
from tests_support.dial import Dial

PAGE = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^ `?]*)")


def test_every_route_is_on_the_page_and_nothing_else(dial: Dial, repository: Path, tmp_path: Path) -> None:
    away = {"agent_address": "127.0.0.1:1", "scheduler_address": "127.0.0.1:1", "tokens_file": tmp_path / "tokens"}
    settings = load_settings(GatewaySettings, identity=IdentityMode.TOKENS, **away)
    channel = dial("127.0.0.1:1")
    app = build_app(settings, Parts(channel, channel, TokenVerifier([]), OpaqueIds(b"s" * 32), OpenStreams()))
    routes = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route) and route.path != "/"
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert set(PAGE.findall((repository / "docs" / "http.md").read_text())) == routes
