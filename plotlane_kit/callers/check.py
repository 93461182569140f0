"""The check: whether what a call shows proves that a service of the house makes it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol


class Doubt(StrEnum):
    """Why a caller is not believed. A closed set, for the log; the caller hears none of it."""

    MISSING = "missing"
    MALFORMED = "malformed"
    EXPIRED = "expired"
    EARLY = "early"
    WRONG = "wrong"
    REPLAYED = "replayed"
    FOREIGN = "foreign"


class Check(Protocol):
    """One way to check callers."""

    async def doubt(self, method: str, metadata: Mapping[str, str]) -> Doubt | None:
        """What is wrong with a call of `method` (/package.Service/Method) that shows `metadata`; None: nothing."""


class Badge(Protocol):
    """One way to show that we belong to the house."""

    async def metadata(self, method: str, metadata: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """What to add to a call of `method` that carries `metadata`."""
