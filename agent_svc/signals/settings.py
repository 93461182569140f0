"""The signals' settings: what the next signal waits for, and how long handlers may take."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from agent_svc.signals.handover import ClaimNext


class SignalSettings(BaseModel):
    """What the agent can be told about signals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim_next: ClaimNext = Field(
        default=ClaimNext.ACCEPTED,
        description="accepted: the next signal is claimed when the queue has every run of the last one; started: when "
        "all of these have started.",
    )
    handle_s: float = Field(default=60.0, gt=0, le=600, description="Seconds that a handler may take for its prompts.")
    post_s: float = Field(
        default=300.0, gt=0, le=540, description="Seconds that a handler's post phase may take; locks are held for it."
    )
