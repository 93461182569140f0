"""The settings: what the agent reads from PLOTLANE_AGENT_* once, at start."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from agent_svc.models.settings import ModelSettings
from agent_svc.signals.settings import SignalSettings
from plotlane_kit.settings import GrpcServiceSettings, data_home

_TEN_YEARS_S: Final = 10 * 366 * 86_400.0


class AgentSettings(GrpcServiceSettings):
    """Everything that the agent can be told."""

    model_config = SettingsConfigDict(env_prefix="PLOTLANE_AGENT_")

    scheduler_address: str = Field(
        pattern=r"^[^\s:]+:\d+$|^\[[0-9a-fA-F:]+\]:\d+$", description="Where the scheduler listens, as host:port."
    )
    renderer_address: str = Field(
        pattern=r"^[^\s:]+:\d+$|^\[[0-9a-fA-F:]+\]:\d+$", description="Where the renderer listens, as host:port."
    )
    data_dir: Path = Field(
        default_factory=lambda: data_home() / "agent",
        description="The folder for sessions and pictures; made when it does not exist.",
    )
    database_url: str = Field(
        "", description="Where the sessions' rows are kept, as SQLAlchemy writes it; empty: agent.db in data_dir."
    )
    catalogue_dir: Path | None = Field(None, description="A folder of charts instead of the built-in one.")
    foreign_catalogue_dir: Path | None = Field(
        None,
        description="A foreign catalogue to mount beside it; `plotlane catalogue check` says what of it can be drawn.",
    )
    reader_grace_s: float = Field(
        60.0, gt=0, le=3_600, description="Seconds that a queued turn outlives its last reader."
    )
    renderer_patience_s: float = Field(
        30.0, ge=0, le=300, description="Seconds for which a renderer that cannot be reached is tried again."
    )
    guest_idle_s: float = Field(
        3_600.0,
        ge=0,
        le=_TEN_YEARS_S,
        description="Seconds without use after which a session of a guest is deleted with its files; 0: never.",
    )
    signed_in_idle_s: float | None = Field(
        None,
        ge=0,
        le=_TEN_YEARS_S,
        description="The same for who has signed in. Unset: 30 days in profile server, never in profile local.",
    )
    model: ModelSettings = Field(default_factory=ModelSettings, description="Who answers what users write.")
    signals: SignalSettings = Field(default_factory=SignalSettings, description="How signals are handled.")
