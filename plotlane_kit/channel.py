"""Channels between services: our message sizes, keep-alive, and quick reconnects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import grpc

from plotlane_kit.chunks import MAX_MESSAGE_BYTES

Options = tuple[tuple[str, int], ...]
#: After how many seconds of silence the other end is asked whether it is there, and how many it has to answer. Without
#: it a machine that lost its power or its network would count as there for hours, and keep the places that it holds.
ASK_AFTER_S: Final = 15.0
ANSWER_WITHIN_S: Final = 10.0


def keep_alive(ask_after_s: float = ASK_AFTER_S, answer_within_s: float = ANSWER_WITHIN_S) -> Options:
    """Break a connection with calls in flight whose other end is gone without a word; for clients and servers alike."""
    return (
        ("grpc.keepalive_time_ms", round(ask_after_s * 1000)),
        ("grpc.keepalive_timeout_ms", round(answer_within_s * 1000)),
        ("grpc.http2.ping_timeout_ms", round(answer_within_s * 1000)),  # a minute unless said, whatever the other says
        # A stream may be silent for as long as its run takes, and is asked all the time.
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.http2.min_ping_interval_without_data_ms", round(ask_after_s * 500)),
    )


#: What the trailers of an answer may hold: the largest status that grpc_errors.py makes, in base64, with room to spare.
TRAILERS_BYTES: Final = 64 * 1024

CHANNEL_OPTIONS: Final[Options] = (
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_metadata_size", TRAILERS_BYTES),
    ("grpc.absolute_max_metadata_size", TRAILERS_BYTES),
    # A restarted neighbour is found again within a second.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.enable_http_proxy", 0),
    *keep_alive(),
)


def open_channel(
    address: str, *, interceptors: Sequence[grpc.aio.ClientInterceptor] = (), tls: bool = False
) -> grpc.aio.Channel:
    """A channel to `address` (host:port), in plain text unless `tls`; connects when first used."""
    if tls:
        credentials = grpc.ssl_channel_credentials()
        return grpc.aio.secure_channel(address, credentials, options=CHANNEL_OPTIONS, interceptors=interceptors)
    return grpc.aio.insecure_channel(address, options=CHANNEL_OPTIONS, interceptors=interceptors)
