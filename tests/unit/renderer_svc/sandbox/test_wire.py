"""Messages and deliveries between renderer, zygote and cell, over real sockets."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer_svc.sandbox.zygote import wire


@pytest.fixture
def stream() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    yield near, far
    near.close()
    far.close()


@given(files=st.dictionaries(st.text(min_size=1, max_size=9), st.binary(max_size=2000), max_size=4))
def test_a_delivery_arrives_as_it_was_packed(files: dict[str, bytes]) -> None:
    near, far = socket.socketpair()
    with near, far:
        for piece in wire.pack_delivery(files, {"A": "b"}, b'{"script": "x"}'):
            near.sendall(piece)
        heading = wire.read_heading(far)
        assert heading is not None
        assert {path: wire.read_exactly(far, size) for path, size in heading.files} == files
        assert (heading.env, heading.order) == ({"A": "b"}, b'{"script": "x"}')


def test_an_empty_file_is_nothing_to_send_to_a_cell_that_listens_no_more() -> None:
    near, far = socket.socketpair()
    said = b""
    with near:
        for piece in wire.pack_delivery({"data.csv": b"a", "empty.csv": b""}, {}, b"{}"):
            near.sendall(piece)
            said += far.recv(1 << 16)
            if said.endswith(b"a"):  # all that was promised
                far.close()
    assert said.endswith(b"a")


def test_a_delivery_that_never_comes_is_none(stream: tuple[socket.socket, socket.socket]) -> None:
    near, far = stream
    near.close()
    assert wire.read_heading(far) is None


def test_a_delivery_that_ends_half_way_is_an_error(stream: tuple[socket.socket, socket.socket]) -> None:
    near, far = stream
    near.sendall(b"\0\0\0")
    near.close()
    with pytest.raises(ConnectionResetError):
        wire.read_heading(far)


def test_a_message_carries_fields_and_descriptors() -> None:
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with near, far:
        wire.say(near, wire.READY, [near.fileno()], number=3)
        message, descriptors = wire.hear(far)
        assert message == {"kind": wire.READY, "number": 3}
        assert os.fstat(descriptors[0]).st_ino == os.fstat(near.fileno()).st_ino
        os.close(descriptors[0])
        near.close()
        assert wire.hear(far) == ({}, [])
