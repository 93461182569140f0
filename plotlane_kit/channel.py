"""Channels between services: our message sizes, keep-alive, and quick reconnects."""

from __future__ import annotations

from typing import Final

import grpc

from plotlane_kit.chunks import MAX_MESSAGE_BYTES

#: What the trailers of an answer may hold: the largest status that grpc_errors.py makes, in base64, with room to spare.
TRAILERS_BYTES: Final = 64 * 1024

CHANNEL_OPTIONS: Final = (
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_metadata_size", TRAILERS_BYTES),
    ("grpc.absolute_max_metadata_size", TRAILERS_BYTES),
    # A restarted neighbour is found again within a second.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.enable_http_proxy", 0),
)


def open_channel(address: str) -> grpc.aio.Channel:
    """A plaintext channel to `address` (host:port); connects when first used."""
    return grpc.aio.insecure_channel(address, options=CHANNEL_OPTIONS)
