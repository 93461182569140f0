"""The gatekeeper: lets requests for /v1 in when it knows whose they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.errors import Unauthenticated, WrongToken
from gateway.identity.address import Network, network_of
from gateway.identity.guests import Guests
from gateway.identity.mode import SIGN_IN, Verifier
from gateway.identity.opaque import OpaqueIds
from gateway.problem import problem
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError

COOKIE: Final = "plotlane_token"
GUEST_COOKIE: Final = "plotlane_guest"
GUEST_AGE_S: Final = 30 * 24 * 3600
OPEN_PATHS: Final = frozenset({"/v1/login", "/v1/logout"})


@dataclass(frozen=True, slots=True)
class GuestRules:
    """How those who do not sign in are known; `secure` cookies travel over https alone."""

    guests: Guests
    proxies: tuple[Network, ...] = ()
    secure: bool = False


class Gatekeeper:
    """ASGI middleware that puts the caller into the request, or answers 401."""

    def __init__(self, app: ASGIApp, verifier: Verifier, ids: OpaqueIds, rules: GuestRules | None = None) -> None:
        """`rules`: None when everybody has to sign in."""
        self._app = app
        self._verifier = verifier
        self._ids = ids
        self._rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/v1/") and scope["path"] not in OPEN_PATHS:
            request = HTTPConnection(scope)
            try:
                caller, invitation = await self._caller(request)
            except PlotlaneError as error:
                await problem(error)(scope, receive, send)
                return
            scope.setdefault("state", {})["caller"] = caller
            if invitation:
                send = self._with_invitation(send, invitation)
        await self._app(scope, receive, send)

    async def _caller(self, request: HTTPConnection) -> tuple[Caller, str]:
        """Who asks, and the cookie of a guest who is new. Raises `Unauthenticated` or `UpstreamError`."""
        token = presented_token(request)
        identity = await self._verifier.verify(token)
        if identity is not None:
            return self._ids.caller(self._verifier.mode, identity), ""
        if token is not None and self._verifier.mode in SIGN_IN:  # else it is left from when there were tokens
            raise WrongToken(metadata=self._ways_in())
        if self._rules is None:
            raise Unauthenticated(metadata=self._ways_in())
        guest, invitation = self._rules.guests.known(request.cookies.get(GUEST_COOKIE)), ""
        if guest is None:
            guest, invitation = self._rules.guests.invite()
        return self._ids.guest(guest, _network(request, self._rules.proxies)), invitation

    def _ways_in(self) -> dict[str, str]:
        return {"sign_in": self._verifier.mode.value, "guests": "no" if self._rules is None else "yes"}

    def _with_invitation(self, send: Send, cookie: str) -> Send:
        assert self._rules is not None
        carrier = Response()
        carrier.set_cookie(
            GUEST_COOKIE,
            cookie,
            max_age=GUEST_AGE_S,
            path="/v1/",
            httponly=True,
            samesite="strict",
            secure=self._rules.secure,
        )
        header = carrier.headers["set-cookie"]

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", header)
            await send(message)

        return send_with_cookie


def _network(request: HTTPConnection, proxies: tuple[Network, ...]) -> str:
    peer = "" if request.client is None else request.client.host
    forwarded = [hop for line in request.headers.getlist("x-forwarded-for") for hop in line.split(",")]
    return network_of(peer, forwarded, proxies)


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
