"""The handler `replot`: new data for a saved session becomes its next version, by the same chart and options."""

from __future__ import annotations

from pydantic import Field

from agent_svc.signals.fields import SessionData, fields_of
from agent_svc.signals.prompt import Prompt
from agent_svc.signals.signal import Signal


class _Replot(SessionData):
    usage_limit: int | None = Field(None, ge=0, description="Weighted model tokens that the run may use.")


class Replot:
    """Takes `{session, data, usage_limit?}`. Nothing but the data changes; what does not fit leaves all as it was."""

    def check(self, signal: Signal) -> None:
        """Raises `InvalidSignalError` with every field that is wrong."""
        fields_of(_Replot, signal)

    async def handle(self, signal: Signal) -> list[Prompt]:
        """One prompt without words: the button, after the data has been taken in."""
        wanted = fields_of(_Replot, signal)
        return [Prompt(session=wanted.session, data=wanted.data, usage_limit=wanted.usage_limit)]
