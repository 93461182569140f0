"""The gatekeeper: lets requests for /v1 in when it knows whose they are."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.errors import Unauthenticated, WrongToken
from gateway.identity.mode import Verifier
from gateway.identity.opaque import OpaqueIds
from gateway.problem import problem
from plotlane_kit.caller import Caller

COOKIE: Final = "plotlane_token"
OPEN_PATHS: Final = frozenset({"/v1/login", "/v1/logout"})


class Gatekeeper:
    """ASGI middleware that puts the caller into the request, or answers 401."""

    def __init__(self, app: ASGIApp, verifier: Verifier, ids: OpaqueIds) -> None:
        self._app = app
        self._verifier = verifier
        self._ids = ids

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/v1/") and scope["path"] not in OPEN_PATHS:
            token = presented_token(HTTPConnection(scope))
            identity = self._verifier.verify(token)
            if identity is None:
                await problem(Unauthenticated() if token is None else WrongToken())(scope, receive, send)
                return
            scope.setdefault("state", {})["caller"] = self._ids.caller(self._verifier.mode, identity)
        await self._app(scope, receive, send)


def presented_token(request: HTTPConnection) -> str | None:
    """The token of the request: the Authorization header decides when there is one, else the cookie."""
    header = request.headers.get("authorization")
    if header is None:
        return request.cookies.get(COOKIE)
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def caller_of(request: Request) -> Caller:
    """The caller that the gatekeeper let in."""
    caller = request.state.caller
    assert isinstance(caller, Caller)
    return caller
