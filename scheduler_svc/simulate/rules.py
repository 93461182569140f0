"""The rules: the scheduler's own settings inside a scenario, never from the environment."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from pydantic_settings import PydanticBaseSettingsSource

from plotlane_kit.settings import Profile
from scheduler_svc.quota_settings import QuotaSettings
from scheduler_svc.settings import RenderSettings, RunsSettings, SchedulerSettings
from scheduler_svc.simulate.form import Form


class _Told(SchedulerSettings):
    """The settings from what they are told alone: a simulation is the same on every machine."""

    @classmethod
    def settings_customise_sources(cls, *_: Any, **sources: Any) -> tuple[PydanticBaseSettingsSource, ...]:
        return (sources["init_settings"],)


class Rules(Form):
    """What a scenario may set; whatever it leaves out has the default of its profile."""

    profile: Profile = Field(default=Profile.SERVER, description="Where the defaults come from.")
    runs: RunsSettings = Field(default_factory=lambda: RunsSettings(), description="The pool of whole plot runs.")
    render: RenderSettings = Field(default_factory=lambda: RenderSettings(), description="The pool of sandbox slots.")
    quotas: QuotaSettings = Field(default_factory=lambda: QuotaSettings(), description="What users may use.")
    lease_grace_s: float = Field(default=10.0, ge=0, le=3_600, description="How long a lost stream keeps its place.")

    def settings(self) -> SchedulerSettings:
        """The scheduler's settings."""
        return _Told(**{name: getattr(self, name) for name in type(self).model_fields})
