"""Dialing: how a service reaches another one of its house, with its badge and over TLS where settings say so."""

from __future__ import annotations

from collections.abc import Callable

import grpc

from plotlane_kit.callers.build import build_badge
from plotlane_kit.callers.settings import CallerSettings
from plotlane_kit.callers.signing import signing
from plotlane_kit.channel import open_channel

Dial = Callable[[str], grpc.aio.Channel]


def dialer(settings: CallerSettings) -> Dial:
    """What opens a channel to an address (host:port). Raises `SettingsError` when the badge cannot be made."""
    badge = build_badge(settings)
    interceptors = signing(badge) if badge is not None else []

    def dial(address: str) -> grpc.aio.Channel:
        return open_channel(address, interceptors=interceptors, tls=settings.tls)

    return dial
