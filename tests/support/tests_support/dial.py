"""Dialling: channels of a test, closed when it ends."""

from __future__ import annotations

from collections.abc import Callable

import grpc

Dial = Callable[[str], grpc.aio.Channel]
