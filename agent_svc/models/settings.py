"""The model's settings: which provider, which models, and how they are reached."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from agent_svc.models.call import Purpose
from agent_svc.models.ids import DEFAULT_MODEL, ModelId


class Provider(StrEnum):
    """Who answers what users write."""

    OFFLINE = "offline"  #: a fixed grammar; no key, no network
    ANTHROPIC = "anthropic"  #: Claude, with an API key
    VERTEX = "vertex"  #: Claude on Google Cloud, with the machine's own credentials


class Reach(StrEnum):
    """Where model calls may go."""

    ANYWHERE = "anywhere"
    LOOPBACK = "loopback"  #: to this machine alone: what tests run with


class ModelSettings(BaseModel):
    """What the agent can be told about its models."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: Provider = Field(
        default=Provider.OFFLINE,
        description="offline: a fixed grammar; anthropic: Claude by API key; vertex: on Google Cloud.",
    )
    api_key: SecretStr = Field(default=SecretStr(""), description="For provider anthropic: the API key.")
    project: str = Field(default="", description="For provider vertex: the Google Cloud project that pays.")
    location: str = Field(default="eu", min_length=1, description="For provider vertex: where the model runs.")
    base_url: str = Field(
        default="", pattern=r"^(https?://\S+)?$", description="Another address than the provider's own."
    )
    reach: Reach = Field(
        default=Reach.ANYWHERE,
        description="anywhere; or loopback: a call to any other machine fails before it is made.",
    )
    root: ModelId = Field(default=DEFAULT_MODEL, description="The model that reads messages; an exact id.")
    adapter: ModelId = Field(default=DEFAULT_MODEL, description="The model that edits code; an exact id.")
    reviewer: ModelId = Field(default=DEFAULT_MODEL, description="The model that looks at pictures; an exact id.")
    judge: ModelId = Field(default=DEFAULT_MODEL, description="The model that judges messages and data; an exact id.")
    review: bool = Field(default=False, description="Whether a model looks at each new picture: one call more a plot.")
    check: bool = Field(
        default=False, description="Whether each model is asked for one word at start, so that a wrong key shows then."
    )
    call_s: float = Field(default=60.0, gt=0, le=600, description="Seconds that one try of a call may take.")

    @model_validator(mode="after")
    def _provider_is_whole(self) -> Self:
        if self.provider is Provider.ANTHROPIC and not self.api_key.get_secret_value().strip():
            raise ValueError("provider 'anthropic' needs PLOTLANE_AGENT_MODEL__API_KEY")
        if self.provider is Provider.VERTEX and not self.project:
            raise ValueError("provider 'vertex' needs PLOTLANE_AGENT_MODEL__PROJECT")
        if self.provider is Provider.OFFLINE and self.review:
            raise ValueError("review needs a model: set PLOTLANE_AGENT_MODEL__PROVIDER, or leave review off")
        return self

    @property
    def ids(self) -> dict[Purpose, str]:
        """The model of each purpose."""
        return {
            Purpose.ROOT: self.root,
            Purpose.ADAPTER: self.adapter,
            Purpose.REVIEWER: self.reviewer,
            Purpose.SCOPE_JUDGE: self.judge,
            Purpose.DATASET_JUDGE: self.judge,
        }
