"""The providers: the SDK's clients, built from settings, with our retries and timeouts instead of theirs."""

from __future__ import annotations

from typing import Final

import anthropic
import httpx2
from google.auth.credentials import Credentials

from agent_svc.models.claude import Claude, Client
from agent_svc.models.settings import ModelSettings, Provider, Reach
from plotlane_kit.settings import is_loopback

ANTHROPIC_URL: Final = "https://api.anthropic.com"
CONNECT_S: Final = 10.0


class StrayCallError(Exception):
    """A model call was about to leave this machine although `reach` is loopback."""


def open_claude(settings: ModelSettings, credentials: Credentials | None = None) -> Claude:
    """The model that `settings` name; the provider must not be offline.

    `credentials`: for Vertex, instead of the machine's own. Nothing is read from environment variables of the SDK.
    """
    return Claude(_client(settings, credentials), settings.ids)


def _client(settings: ModelSettings, credentials: Credentials | None) -> Client:
    timeout = httpx2.Timeout(settings.call_s, connect=CONNECT_S)
    http = anthropic.DefaultAsyncHttpxClient(
        timeout=timeout, event_hooks={"request": [_stay] if settings.reach is Reach.LOOPBACK else []}
    )
    if settings.provider is Provider.VERTEX:
        return anthropic.AsyncAnthropicVertex(
            project_id=settings.project,
            region=settings.location,
            credentials=credentials,
            base_url=settings.base_url or None,
            max_retries=0,
            timeout=timeout,
            http_client=http,
        )
    return anthropic.AsyncAnthropic(
        api_key=settings.api_key.get_secret_value(),
        base_url=settings.base_url or ANTHROPIC_URL,
        max_retries=0,
        timeout=timeout,
        http_client=http,
    )


async def _stay(request: httpx2.Request) -> None:
    """Looks at each request as it goes out, so that a redirect is seen as well."""
    if not is_loopback(request.url.host):
        raise StrayCallError
