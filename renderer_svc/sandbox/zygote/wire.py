"""The wire: what renderer, zygote and cell say to each other, as JSON datagrams with descriptors beside them."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

#: A datagram holds at most this much; a file travels through the delivery stream instead.
DATAGRAM_BYTES: Final = 1 << 16
#: Kinds of messages. On the zygote's channel: WARM, or UNFIT and then its end. On a sandbox's report: BORN (with its
#: pidfd) and ENDED come from the zygote, READY (with its work folder) from the cell, FAILED from either.
WARM: Final = "warm"
UNFIT: Final = "unfit"
BORN: Final = "born"
READY: Final = "ready"
FAILED: Final = "failed"
ENDED: Final = "ended"

_SIZE_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Fence:
    """What the kernel holds a sandbox to from its birth on, before anybody knows which script it will run."""

    disk_bytes: int
    files: int
    shared_bytes: int


def say(peer: socket.socket, kind: str, descriptors: Sequence[int] = (), **fields: object) -> None:
    """Send one message. Raises OSError when nobody listens any more."""
    socket.send_fds(peer, [json.dumps({"kind": kind, **fields}).encode()], list(descriptors))


def hear(peer: socket.socket, descriptors: int = 1) -> tuple[dict[str, Any], list[int]]:
    """The next message and the descriptors that came along; an empty message: the other side is gone."""
    data, received, _, _ = socket.recv_fds(peer, DATAGRAM_BYTES, descriptors)
    return (json.loads(data) if data else {}), received


def fence_fields(fence: Fence) -> dict[str, int]:
    """`fence` as the fields of a message."""
    return asdict(fence)


def pack_delivery(files: Mapping[str, bytes], env: Mapping[str, str], order: bytes) -> list[bytes]:
    """A job as it travels to its cell: the size of a heading, the heading, then each file's bytes.

    No piece is empty: a cell that has all it was promised listens no more, and sending it nothing fails then.
    """
    heading = {"files": [[path, len(content)] for path, content in files.items()], "env": dict(env)}
    text = json.dumps({**heading, "order": order.decode()}).encode()
    return [len(text).to_bytes(_SIZE_BYTES, "big") + text, *filter(None, files.values())]


@dataclass(frozen=True, slots=True)
class Delivery:
    """The heading of a job as its cell reads it; the files' bytes follow in the stream."""

    files: tuple[tuple[str, int], ...]  #: (path below the work folder, size in bytes)
    env: dict[str, str]
    order: bytes


def read_heading(stream: socket.socket) -> Delivery | None:
    """The heading of the job that comes through `stream`; None: it was closed before one came."""
    size = read_exactly(stream, _SIZE_BYTES)
    if not size:
        return None
    fields = json.loads(read_exactly(stream, int.from_bytes(size, "big")))
    return Delivery(tuple((path, count) for path, count in fields["files"]), fields["env"], fields["order"].encode())


def read_exactly(stream: socket.socket, size: int) -> bytes:
    """`size` bytes, or nothing at the end of the stream. Raises OSError when it ends in between."""
    data = bytearray()
    while len(data) < size:
        piece = stream.recv(min(size - len(data), 1 << 20))
        if not piece:
            if data:
                raise ConnectionResetError("the delivery ended half way")
            return b""
        data += piece
    return bytes(data)
