"""The renderer's settings, read once from PLOTLANE_RENDERER_* when it starts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_settings import SettingsConfigDict

from plotlane_kit.settings import GrpcServiceSettings, is_loopback
from renderer_svc.limits import MIB, Limits

ADDRESS: Final = r"^([^\s:]+:\d+|\[[0-9a-fA-F:]+\]:\d+)?$"

_UNBOUNDED: Final = 1 << 62


def _processors() -> int:
    return len(os.sched_getaffinity(0))


class LimitSettings(BaseModel):
    """What one run may use; see `Limits` for what keeps each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wall_s: float = Field(default=60.0, gt=0, le=600, description="Seconds of wall clock for each theme, at most.")
    cpu_s: int = Field(default=60, ge=1, le=600, description="Seconds of processor time of one process.")
    memory_bytes: int = Field(
        default=1024 * MIB, ge=128 * MIB, description="Resident memory of all processes of a run."
    )
    disk_bytes: int = Field(default=64 * MIB, ge=MIB, description="Bytes in the work folder.")
    files: int = Field(default=10_000, ge=100, description="Files in the work folder.")

    def to_limits(self, memory_floor_bytes: int) -> Limits:
        """The limits that the executor works with."""
        return Limits(
            wall_s=self.wall_s,
            cpu_s=self.cpu_s,
            memory_bytes=self.memory_bytes,
            data_bytes=self.memory_bytes,
            disk_bytes=self.disk_bytes,
            files=self.files,
            memory_floor_bytes=memory_floor_bytes,
        )


class RendererSettings(GrpcServiceSettings):
    """What the renderer can be told."""

    model_config = SettingsConfigDict(env_prefix="PLOTLANE_RENDERER_")

    sandbox: Literal["zygote", "bubblewrap", "gvisor", "cloudrun", "none"] = Field(
        "zygote",
        description="The kind of sandbox: zygote (warm, forked), bubblewrap (a fresh process for each run), gvisor (a "
        "second kernel around each run; slow, needs runsc), cloudrun (unproven; needs work_volume) or none (no wall at "
        "all, to debug scripts of one's own; on loopback only).",
    )
    work_volume: Path | None = Field(
        None, description="For cloudrun: the folder of a memory volume, where work folders are made."
    )
    ready_sandboxes: int = Field(
        default=2, ge=0, le=16, description="Sandboxes that stand ready before they are asked for."
    )
    ready_browsers: int = Field(
        default=1,
        ge=0,
        le=4,
        description="Sandboxes with a browser that stand ready for each of plotly and bokeh once it was used, for ten "
        "minutes; each takes 400 MiB.",
    )
    render_slots: int = Field(
        default_factory=_processors, ge=1, le=256, description="Sandboxes at once; default: one for each processor."
    )
    sandbox_uid_base: int = Field(
        default=61_000, ge=1_000, le=2**31, description="When the renderer is root: sandbox n runs as this uid + n."
    )
    start_memory_bytes: int = Field(
        default=1024 * MIB, ge=0, description="No sandbox starts while the machine has less memory available than this."
    )
    memory_floor_bytes: int = Field(
        default=512 * MIB,
        ge=0,
        description="Running sandboxes are stopped when the machine has less available than this.",
    )
    stored_results: int = Field(default=16, ge=16, le=1024, description="How many ended themes are kept for a replay.")
    limits: LimitSettings = Field(default_factory=LimitSettings, description="What one run may use.")
    scheduler_address: str = Field(
        "",
        pattern=ADDRESS,
        description="The scheduler that gets this renderer's slots to lease, as host:port; empty: no scheduler does.",
    )
    advertised_address: str = Field(
        "", pattern=ADDRESS, description="Where others reach this renderer, as host:port; empty: where it listens."
    )

    @model_validator(mode="after")
    def _without_walls_only_on_loopback(self) -> Self:
        if self.sandbox == "none" and not is_loopback(self.host):
            raise ValueError(f"sandbox 'none' runs code without any wall; host {self.host!r} is not a loopback address")
        return self

    def run_limits(self) -> Limits:
        """The limits of one run."""
        limits = self.limits.to_limits(self.memory_floor_bytes)
        if self.sandbox == "none":  # its folder is on the machine's disk, whose whole use is no script's doing
            return replace(limits, disk_bytes=_UNBOUNDED, files=_UNBOUNDED)
        return limits
