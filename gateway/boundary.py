"""The boundary: an exception that nobody foresaw ends here, as an answer without its text."""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.errors import InternalError
from gateway.problem import log_internal, new_ref, problem


class Boundary:
    """ASGI middleware that answers 500 with a reference.

    When the answer has already begun it is left unfinished: the server then closes the connection, and the client sees
    that it did not get everything.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched_send(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched_send)
        except ClientDisconnect:
            return
        except Exception as error:
            ref = new_ref()
            log_internal(error, ref)
            if not begun:
                await problem(InternalError(metadata={"ref": ref}))(scope, receive, send)
