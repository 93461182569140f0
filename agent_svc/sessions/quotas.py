"""The quotas: what a user may do in a minute and keep at once, as a seam to the scheduler."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from enum import StrEnum
from typing import Protocol

from plotlane_kit.caller import Caller


class Counted(StrEnum):
    """What is counted each time that it is done."""

    MESSAGE = "message"
    PASTE = "paste"
    CONVERSION = "conversion"
    COPY = "copy"


class Quotas(Protocol):
    """Counts what users do and keep; refuses with RATE_LIMITED, LOCKED_OUT, BUDGET or RUN_LIMIT."""

    def spending(self, caller: Caller, what: Counted, count: int = 1) -> AbstractAsyncContextManager[None]:
        """Count `count` of `what` before the block is entered; what failed, but for its own content, is given back."""

    def storing(self, caller: Caller, session_id: str, room_bytes: int) -> AbstractAsyncContextManager[None]:
        """Keep room for so many more bytes of a session that is held; after the block what is stored counts."""

    async def strike(self, caller: Caller) -> None:
        """Count a message or a table of the user that was refused; too many lock the user out. Never raises."""

    async def keep_session(self, caller: Caller, session_id: str) -> None:
        """Count a session for as long as it is not forgotten."""

    async def forget_session(self, caller: Caller, session_id: str) -> None:
        """Count a session and its bytes no more."""
