"""The settings: what the agent reads from PLOTLANE_AGENT_* once, at start."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from plotlane_kit.settings import ServiceSettings, data_home


class AgentSettings(ServiceSettings):
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
    reader_grace_s: float = Field(
        60.0, gt=0, le=3_600, description="Seconds that a queued turn outlives its last reader."
    )
    renderer_patience_s: float = Field(
        30.0, ge=0, le=300, description="Seconds for which a renderer that cannot be reached is tried again."
    )
