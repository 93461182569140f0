"""Readiness: whether a descriptor has something to read, whatever its number."""

from __future__ import annotations

import select


def readable(descriptor: int, timeout_s: float) -> bool:
    """Whether `descriptor` can be read within `timeout_s`; a pidfd: whether its process has ended."""
    return bool(first_readable((descriptor,), timeout_s))


def first_readable(descriptors: tuple[int, ...], timeout_s: float | None) -> list[int]:
    """Those of `descriptors` that can be read, as soon as one can; None: however long that takes."""
    poll = select.poll()  # select knows no descriptor above 1,023
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return [found for found, _ in poll.poll(None if timeout_s is None else max(0.0, timeout_s) * 1000)]
