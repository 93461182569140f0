"""Signing in: a token becomes a cookie that scripts cannot read and other sites cannot send."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import StringConstraints
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.body import Body, BodyReader
from gateway.errors import WrongToken
from gateway.identity.gatekeeper import COOKIE
from gateway.identity.mode import Verifier
from gateway.identity.oidc import LONGEST_TOKEN

COOKIE_AGE_S: Final = 30 * 24 * 3600


class Login(Body):
    """The token, as whoever runs this Plotlane handed it out."""

    token: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TOKEN)]


class LoginRoutes:
    """POST /v1/login, /v1/logout; `secure` cookies travel over https alone."""

    def __init__(self, verifier: Verifier, bodies: BodyReader, *, secure: bool) -> None:
        self._verifier = verifier
        self._bodies = bodies
        self._secure = secure

    def routes(self) -> list[Route]:
        return [
            Route("/v1/login", self.login, methods=["POST"]),
            Route("/v1/logout", self.logout, methods=["POST"]),
        ]

    async def login(self, request: Request) -> Response:
        token = (await self._bodies.read(request, Login)).token
        if await self._verifier.verify(token) is None:
            raise WrongToken
        return self._with_cookie(token, COOKIE_AGE_S)

    async def logout(self, request: Request) -> Response:  # noqa: ARG002  # an endpoint takes its request
        return self._with_cookie("", 0)

    def _with_cookie(self, value: str, age_s: int) -> Response:
        response = Response(status_code=204)
        response.set_cookie(
            COOKIE, value, max_age=age_s, path="/v1/", httponly=True, samesite="strict", secure=self._secure
        )
        return response
