"""Digests: what stands in the report for rows that are too many to list."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from agent_svc.gates.figure import Array


def digest(numbers: Array) -> str:
    """What the probe writes of the same rows, in whatever order (docs/readback.md, “Many marks”)."""
    total = 0
    for row in (numbers + 0.0).tolist():
        text = ",".join(f"{value:.9g}" for value in row)
        total += int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return f"{total % 2**64:016x}"


def joined(digests: Iterable[str]) -> str:
    """The digest of all rows of several groups."""
    return f"{sum(int(text, 16) for text in digests) % 2**64:016x}"
