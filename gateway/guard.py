"""The guard: refuses requests that a foreign page could have made in somebody's browser.

1. `Host` must be one of ours, so that a name which was rebound to this address gets nothing. (The probes of an
   orchestrator, /healthz and /readyz, come by address and tell nothing; they pass.)
2. What a browser says comes from another site (`Sec-Fetch-Site`) gets nothing below /v1.
3. A write needs `Content-Type: application/json` (`multipart/form-data` for a file) and our client header, which a page
   cannot send to another origin without a preflight, and preflights are never granted; and its `Origin` must be ours.
   Browsers send `Origin` with every write, so a write without one is no browser's, and passes with the client header
   alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.errors import ClientHeaderMissing, HostRefused, NotJson, NotMultipart, OriginRefused
from gateway.problem import problem
from plotlane_kit.errors import PlotlaneError

CLIENT_HEADER: Final = "x-plotlane-client"
CLIENT: Final = "plotlane-chat/1"
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PROBES: Final = frozenset({"/healthz", "/readyz"})
OWN_SITE: Final = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Policy:
    """Under which names this gateway answers, and whose pages may write."""

    hosts: frozenset[str]  # lower case, without ports
    origins: frozenset[str]  # empty: only the origin that the request itself is addressed to


def refusal(policy: Policy, *, scheme: str, method: str, path: str, headers: Mapping[str, str]) -> PlotlaneError | None:
    """Why a request with this head is refused; None when it may pass. Header names are in lower case."""
    if path in PROBES:
        return None
    host = headers.get("host", "")
    if hostname(host) not in policy.hosts:
        return HostRefused()
    if path.startswith("/v1/") and headers.get("sec-fetch-site", "none") not in OWN_SITE:
        return OriginRefused()
    if method in READS:
        return None
    origin = headers.get("origin")
    if origin is not None and origin not in (policy.origins or {f"{scheme}://{host}"}):
        return OriginRefused()
    if headers.get(CLIENT_HEADER) != CLIENT:
        return ClientHeaderMissing()
    content_type = headers.get("content-type", "")
    if path.startswith("/v1/sessions/") and path.endswith("/files"):
        return None if is_multipart(content_type) else NotMultipart()
    if not is_json(content_type):
        return NotJson()
    return None


def hostname(host: str) -> str:
    """The name in a Host header, in lower case and without port; empty when there is none."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name.lower() if not rest or rest.startswith(":") else ""
    name, _, port = host.partition(":")
    return name.lower() if not port or port.isdigit() else ""


def is_json(content_type: str) -> bool:
    """Whether a Content-Type header says JSON (in UTF-8, if it names a charset)."""
    media_type, _, parameter = content_type.partition(";")
    charset = parameter.strip().lower()
    return media_type.strip().lower() == "application/json" and charset in ("", "charset=utf-8", 'charset="utf-8"')


def is_multipart(content_type: str) -> bool:
    """Whether a Content-Type header says that a file is uploaded as forms do it."""
    return content_type.partition(";")[0].strip().lower() == "multipart/form-data"


class Guard:
    """ASGI middleware that applies a policy."""

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self._app = app
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            error = refusal(
                self._policy,
                scheme=scope["scheme"],
                method=scope["method"],
                path=scope["path"],
                headers=Headers(scope=scope),
            )
            if error is not None:
                await problem(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)
