"""The renderer's settings, read once from PLOTLANE_RENDERER_* when it starts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_settings import SettingsConfigDict

from plotlane_kit.settings import GrpcServiceSettings, is_loopback
from renderer_svc.limits import MIB, Limits
from renderer_svc.meter import total_memory
from renderer_svc.sandbox.base import SPARE_SLOTS

ADDRESS: Final = r"^([^\s:]+:\d+|\[[0-9a-fA-F:]+\]:\d+)?$"

_UNBOUNDED: Final = 1 << 62


def _processors() -> int:
    return len(os.sched_getaffinity(0))


def _within_this_machine(size_bytes: int) -> int:
    total = total_memory()
    if size_bytes > total:
        raise ValueError(f"must be at most {total:,} bytes, which is all the memory that this machine has")
    return size_bytes


#: Memory, or what lies in memory.
_Bytes = Annotated[int, AfterValidator(_within_this_machine)]


class LimitSettings(BaseModel):
    """What one run may use; see `Limits` for what keeps each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wall_s: float = Field(default=60.0, ge=1, le=600, description="Seconds of wall clock for each theme, at most.")
    cpu_s: int = Field(
        default=60,
        ge=5,
        le=600,
        description="Seconds of processor time of one process; what is not forked imports its library in them.",
    )
    memory_bytes: _Bytes = Field(
        default=1024 * MIB,
        ge=128 * MIB,
        description="Resident memory of all processes of a run; at most what the machine has.",
    )
    disk_bytes: _Bytes = Field(default=64 * MIB, ge=MIB, description="Bytes in the work folder, which is in memory.")
    files: int = Field(default=10_000, ge=100, le=1_000_000, description="Files in the work folder.")

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


def _is_mapped(uid: int) -> bool:
    """Whether there is such a user in our user namespace."""
    ranges = (list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text("ascii").splitlines())
    return any(first <= uid < first + count for first, _, count in ranges)


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
    start_memory_bytes: _Bytes = Field(
        default=1024 * MIB, ge=0, description="No sandbox starts while the machine has less memory available than this."
    )
    memory_floor_bytes: _Bytes = Field(
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

    @model_validator(mode="after")
    def _sandboxes_have_uids(self) -> Self:
        last = self.sandbox_uid_base + self.render_slots + SPARE_SLOTS
        has_uids = os.getuid() == 0 and self.sandbox in ("zygote", "bubblewrap", "gvisor")
        if has_uids and not all(map(_is_mapped, (self.sandbox_uid_base, last))):
            raise ValueError(
                f"sandbox_uid_base {self.sandbox_uid_base}: this system, a container as a rule, does not have the user "
                f"ids up to {last}; /proc/self/uid_map lists those that it has"
            )
        return self

    def run_limits(self) -> Limits:
        """The limits of one run."""
        limits = self.limits.to_limits(self.memory_floor_bytes)
        if self.sandbox == "none":  # its folder is on the machine's disk, whose whole use is no script's doing
            return replace(limits, disk_bytes=_UNBOUNDED, files=_UNBOUNDED)
        return limits
