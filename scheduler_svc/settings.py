"""The settings: what the scheduler reads from PLOTLANE_SCHEDULER_* once, at start, and the policy that follows from it.

A nested field is written with two underscores: PLOTLANE_SCHEDULER_RUNS__CONCURRENCY=8.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_settings import SettingsConfigDict

from plotlane_kit.settings import GrpcServiceSettings, Profile, data_home
from scheduler_svc.core.policy import LanePolicy, PoolPolicy, SchedulerPolicy
from scheduler_svc.journal.database import Synchronous
from scheduler_svc.quota_settings import QuotaSettings

SERVER_CONCURRENCY: Final = 5
SERVER_STARTS_PER_MINUTE: Final = 6
UNRATED_CAPACITY: Final = 60


class RunsSettings(BaseModel):
    """The pool of whole plot runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    concurrency: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        description="Runs in flight for the instance; unset: 5 in profile server, the render slots in profile local.",
    )
    starts_per_minute: int | None = Field(
        default=None,
        ge=1,
        le=6_000,
        description="Most starts in any 60 s, with a gap of 60 s / this between two; `none`: neither. "
        "Unset: 6 in profile server, none in profile local.",
    )
    max_wait_s: float = Field(
        default=600.0, gt=0, le=86_400, description="Seconds after which a waiting run ends EXPIRED."
    )
    capacity: int | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        description="Most waiting runs; unset: as many as can start within max_wait_s, or 60 without a rate.",
    )
    premium_cap: int = Field(
        default=5, ge=1, le=1_000_000, description="Most runs of one premium user, queued and in flight together."
    )
    public_cap: int = Field(
        default=2, ge=1, le=1_000_000, description="Most runs of one public user, queued and in flight together."
    )
    admin_cap: int = Field(
        default=5, ge=1, le=1_000_000, description="Most runs of one admin, queued and in flight together."
    )
    address_cap: int = Field(
        default=4,
        ge=1,
        le=1_000_000,
        description="Most runs of all anonymous users at one network address, queued and in flight together.",
    )
    expected_run_s: float = Field(
        default=5.0,
        gt=0,
        le=3_600,
        description="Seconds that a run without a language model is taken to last until some have been seen.",
    )
    expected_run_with_model_s: float = Field(
        default=90.0,
        gt=0,
        le=3_600,
        description="Seconds that a run with a language model is taken to last until some have been seen.",
    )

    @field_validator("starts_per_minute", mode="before")
    @classmethod
    def _none_in_words(cls, value: object) -> object:
        return None if value in ("none", "") else value


class RenderSettings(BaseModel):
    """The pool of sandbox slots."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slots: int = Field(default=2, ge=1, le=10_000, description="Sandboxes that may be leased at once.")
    max_wait_s: float = Field(
        default=600.0, gt=0, le=86_400, description="Longest wait of a pipeline or data job, in seconds."
    )
    convert_max_wait_s: float = Field(
        default=120.0, gt=0, le=86_400, description="Longest wait of a conversion, in seconds."
    )
    toggle_max_wait_s: float = Field(
        default=120.0, gt=0, le=86_400, description="Longest wait of a theme switch, in seconds."
    )
    capacity: int = Field(default=60, ge=0, le=1_000_000, description="Most waiting jobs.")
    waiting_conversions: int = Field(default=2, ge=1, description="Most conversions of one user that may wait.")
    waiting_toggles: int = Field(default=2, ge=1, description="Most theme switches of one user that may wait.")
    expected_run_s: float = Field(
        default=5.0, gt=0, le=3_600, description="Seconds that a job is taken to last until some have been seen."
    )


class SchedulerSettings(GrpcServiceSettings):
    """Everything that the scheduler can be told."""

    model_config = SettingsConfigDict(env_prefix="PLOTLANE_SCHEDULER_")

    runs: RunsSettings = Field(default_factory=lambda: RunsSettings(), description="The pool of whole plot runs.")
    render: RenderSettings = Field(default_factory=lambda: RenderSettings(), description="The pool of sandbox slots.")
    quotas: QuotaSettings = Field(
        default_factory=lambda: QuotaSettings(), description="What users may use in a minute, in a day and at once."
    )
    position_heartbeat_s: float = Field(
        default=15.0, gt=0, le=600, description="Seconds after which an unchanged position is sent again."
    )
    position_interval_s: float = Field(
        default=0.1, gt=0, le=10, description="Least seconds between two rounds of changed positions."
    )
    lease_grace_s: float = Field(
        default=10.0, ge=0, le=3_600, description="Seconds for which a lost stream keeps its place, slot or locks."
    )
    blocked_per_user: int = Field(
        default=60, ge=0, le=10_000, description="Most blocked runs and waiting holds of one user."
    )
    holds_per_user: int = Field(
        default=60, ge=1, le=10_000, description="Most holds of one user, open and waiting together."
    )
    groups_per_user: int = Field(
        default=60, ge=1, le=10_000, description="Most open groups of one user, those in their post phase included."
    )

    data_dir: Path = Field(
        default_factory=lambda: data_home() / "scheduler",
        description="The folder for the journal's file; made when it does not exist.",
    )
    journal_url: str = Field(
        default="",
        repr=False,
        description="Where the journal is kept, as SQLAlchemy writes it (postgresql://user:password@host/database); "
        "empty: journal.db in data_dir; memory: nowhere, a restart forgets everything.",
    )
    journal_synchronous: Synchronous | None = Field(
        default=None,
        description="What SQLite waits for: normal survives kill -9, full also a power cut. "
        "Unset: full in profile server, normal in profile local.",
    )
    journal_snapshot_events: int = Field(
        default=25_000,
        ge=1,
        le=10_000_000,
        description="Events between two snapshots; a restart replays no more.",
    )
    journal_silence_s: float = Field(
        default=2.5,
        ge=0.5,
        le=60,
        description="Seconds without a word from the leader after which a standby takes over (PostgreSQL).",
    )
    journal_room_mb: int = Field(
        default=64,
        ge=0,
        le=1_000_000,
        description="Free MiB on the journal file's disk below which nothing new is begun.",
    )

    @property
    def synchronous(self) -> Synchronous:
        """What SQLite waits for in this profile."""
        if self.journal_synchronous is not None:
            return self.journal_synchronous
        return Synchronous.NORMAL if self.profile is Profile.LOCAL else Synchronous.FULL

    @property
    def starts_per_minute(self) -> int | None:
        """The rate of starts that applies in this profile; None: no rate."""
        if "starts_per_minute" in self.runs.model_fields_set or self.profile is Profile.LOCAL:
            return self.runs.starts_per_minute
        return SERVER_STARTS_PER_MINUTE

    @property
    def concurrency(self) -> int:
        """The runs in flight that apply in this profile."""
        if self.runs.concurrency is not None:
            return self.runs.concurrency
        return self.render.slots if self.profile is Profile.LOCAL else SERVER_CONCURRENCY

    @property
    def runs_capacity(self) -> int:
        """The bound on waiting runs that applies."""
        if self.runs.capacity is not None:
            return self.runs.capacity
        rate = self.starts_per_minute
        return UNRATED_CAPACITY if rate is None else int(rate * self.runs.max_wait_s / 60)

    def slots(self) -> dict[str, int]:
        """How many places each pool has at start."""
        return {"runs": self.concurrency, "render": self.render.slots}

    def policy(self) -> SchedulerPolicy:
        """Everything that the core obeys."""
        return SchedulerPolicy(
            pools=(self._runs(), self._render()),
            lease_grace_s=self.lease_grace_s,
            blocked_per_user=self.blocked_per_user,
            holds_per_user=self.holds_per_user,
            groups_per_user=self.groups_per_user,
            quotas=self.quotas.policy(self.profile),
        )

    def _runs(self) -> PoolPolicy:
        runs = self.runs
        caps = {"premium": runs.premium_cap, "public": runs.public_cap, "admin": runs.admin_cap}
        noun = ("plot or data run", "plots or data runs")
        return PoolPolicy(
            name="runs",
            lanes=tuple(LanePolicy(name, runs.max_wait_s, user_cap=cap, noun=noun) for name, cap in caps.items()),
            capacity=self.runs_capacity,
            starts_per_minute=self.starts_per_minute,
            counts_runs=True,
            expected_run_s=runs.expected_run_s,
            expected_run_with_model_s=runs.expected_run_with_model_s,
            address_cap=runs.address_cap,
        )

    def _render(self) -> PoolPolicy:
        render = self.render
        conversions = ("file conversion", "file conversions")
        toggles = ("theme switch", "theme switches")
        return PoolPolicy(
            name="render",
            lanes=(
                LanePolicy("pipeline-public", render.max_wait_s),
                LanePolicy("pipeline", render.max_wait_s),
                LanePolicy("data", render.max_wait_s),
                LanePolicy(
                    "convert",
                    render.convert_max_wait_s,
                    user_waiting_cap=render.waiting_conversions,
                    noun=conversions,
                ),
                LanePolicy("toggle", render.toggle_max_wait_s, user_waiting_cap=render.waiting_toggles, noun=toggles),
            ),
            capacity=render.capacity,
            open_while_draining=True,
            expected_run_s=render.expected_run_s,
            expected_run_with_model_s=render.expected_run_s,  # no model is asked at a renderer
        )
