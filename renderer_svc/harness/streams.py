"""One stream for three: how a sandbox through which only the standard streams pass still keeps its control apart.

Each frame is a letter (O, E, C: what the script printed, its errors, the warden's lines), the length in four bytes, and
as many bytes. The first process writes them; the script's own streams are pipes that end in it: it can write no frame.
"""

from __future__ import annotations

import os
import select
import threading
from typing import Final, NoReturn

from renderer_svc.harness.order import Order
from renderer_svc.harness.warden import guard

OUT: Final = b"O"
ERRORS: Final = b"E"
CONTROL: Final = b"C"
HEADER_BYTES: Final = 5
_READ_BYTES: Final = 1 << 16


def main() -> NoReturn:
    """Read the order from standard input, run it as the warden does, and pack all it says into standard output."""
    order = Order.from_json(_read_all(0))
    target = os.dup(1)
    sources: dict[int, bytes] = {}
    writers = []
    for letter in (OUT, ERRORS, CONTROL):
        source, writer = os.pipe()
        sources[source] = letter
        writers.append(writer)
    out, errors, control = writers
    os.dup2(out, 1)
    os.dup2(errors, 2)
    os.close(out)
    os.close(errors)
    halt, stop = os.pipe()
    packing = threading.Thread(target=_pack, args=(sources, halt, target), daemon=True)
    packing.start()
    owner = os.getpid()

    def end(code: int) -> NoReturn:
        if os.getpid() == owner:
            os.write(stop, b".")
            packing.join()
        os._exit(code)

    guard(order, control, end=end)


def _pack(sources: dict[int, bytes], halt: int, target: int) -> None:
    """Until `halt` says that the run is over; what is in the pipes then still goes out."""
    over = False
    while True:
        readable, _, _ = select.select([*sources, halt], [], [], 0 if over else None)
        over = over or halt in readable
        ready = [source for source in readable if source != halt]
        if over and not ready:
            return
        for source in ready:
            data = os.read(source, _READ_BYTES)
            if not data:
                del sources[source]
                continue
            _write(target, sources[source] + len(data).to_bytes(4, "big") + data)


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]


def _read_all(descriptor: int) -> bytes:
    pieces = []
    while piece := os.read(descriptor, 1 << 16):
        pieces.append(piece)
    return b"".join(pieces)
