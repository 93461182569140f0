"""The quota settings: PLOTLANE_SCHEDULER_QUOTAS__*, and the policy that follows from them in each profile."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

from plotlane_kit.settings import Profile
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.policy import Limit, QuotaPolicy, StrikePolicy
from scheduler_svc.core.quota.tokens import TokenWeights

#: What applies in profile server where nothing is set; in profile local nothing does.
SERVER_LIMITS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "messages_per_minute": 10,
        "pastes_per_minute": 10,
        "conversions_per_minute": 6,
        "copies_per_minute": 30,
        "runs_per_day": 50,
        "premium_runs_per_day": 200,
        "data_runs_per_day": 50,
        "copies_per_day": 150,
        "tokens_per_day": 10_000_000,
        "premium_tokens_per_day": 40_000_000,
        "global_tokens_per_day": 100_000_000,
        "sessions": 50,
        "stored_bytes": 256 * 1024 * 1024,
    }
)
#: The same for everybody who comes, without signing in, from one network address: twice what one public user may.
ADDRESS_LIMITS: Final[Mapping[str, int]] = MappingProxyType(
    {name: 2 * amount for name, amount in SERVER_LIMITS.items() if not name.startswith(("premium_", "global_"))}
)
MOST: Final = 10**15  # a petabyte: beyond any use


def _limit(what: str, name: str, defaults: Mapping[str, int] = SERVER_LIMITS) -> Any:
    text = f"Most {what}; `none`: no limit. Unset: {defaults[name]:,} in profile server, none in profile local."
    return Field(default=None, ge=1, le=MOST, description=text)


def _address_limit(what: str, name: str) -> Any:
    return _limit(f"{what} of all anonymous users at one network address", name, ADDRESS_LIMITS)


def _none_in_words(value: object) -> object:
    return None if value in ("none", "") else value


def _amount(settings: BaseModel, profile: Profile, name: str, defaults: Mapping[str, int]) -> int | None:
    amount: int | None = getattr(settings, name)
    if amount is not None or name in settings.model_fields_set or profile is Profile.LOCAL:
        return amount
    return defaults[name]


def _limits(amount: int | None, kind: QuotaKind, period: Period) -> tuple[Limit, ...]:
    if amount is None:
        return ()
    return (Limit(kind, period, amount * MICRO if kind is QuotaKind.TOKENS else amount),)


def _weight(default: str, what: str) -> Any:
    return Field(
        default=Decimal(default),
        ge=0,
        le=1_000,
        decimal_places=6,
        description=f"Weighted tokens that one {what} costs.",
    )


class WeightSettings(BaseModel):
    """What tokens cost; exact to a millionth."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal = _weight("1", "input token")
    output: Decimal = _weight("5", "output token")
    cache_read: Decimal = _weight("0.1", "token read from the provider's cache")
    cache_write: Decimal = _weight("1.25", "token written to the provider's cache")

    def weights(self) -> TokenWeights:
        """The same in millionths."""
        return TokenWeights(
            *(int(each * MICRO) for each in (self.input, self.output, self.cache_read, self.cache_write))
        )


class AddressQuotaSettings(BaseModel):
    """What all anonymous users at one network address may use together; each of them is bound by the user's as well."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages_per_minute: int | None = _address_limit("messages in 60 s", "messages_per_minute")
    pastes_per_minute: int | None = _address_limit("pastes in 60 s", "pastes_per_minute")
    conversions_per_minute: int | None = _address_limit("file conversions in 60 s", "conversions_per_minute")
    copies_per_minute: int | None = _address_limit("dataset copies in 60 s", "copies_per_minute")
    runs_per_day: int | None = _address_limit("plot runs in a day", "runs_per_day")
    data_runs_per_day: int | None = _address_limit("data runs in a day", "data_runs_per_day")
    copies_per_day: int | None = _address_limit("dataset copies in a day", "copies_per_day")
    tokens_per_day: int | None = _address_limit("weighted tokens in a day", "tokens_per_day")
    sessions: int | None = _address_limit("kept sessions", "sessions")
    stored_bytes: int | None = _address_limit("kept bytes", "stored_bytes")

    @field_validator(*ADDRESS_LIMITS, mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        return _none_in_words(value)

    def limits(self, profile: Profile) -> tuple[Limit, ...]:
        """What binds one network address in `profile`."""
        counted = (
            ("messages_per_minute", QuotaKind.MESSAGES, Period.MINUTE),
            ("pastes_per_minute", QuotaKind.PASTES, Period.MINUTE),
            ("conversions_per_minute", QuotaKind.CONVERSIONS, Period.MINUTE),
            ("sessions", QuotaKind.SESSIONS, Period.STANDING),
            ("stored_bytes", QuotaKind.STORED_BYTES, Period.STANDING),
            ("copies_per_minute", QuotaKind.COPIES, Period.MINUTE),
            ("copies_per_day", QuotaKind.COPIES, Period.DAY),
            ("data_runs_per_day", QuotaKind.DATA_RUNS, Period.DAY),
            ("runs_per_day", QuotaKind.RUNS, Period.DAY),
            ("tokens_per_day", QuotaKind.TOKENS, Period.DAY),
        )
        amounts = ((_amount(self, profile, name, ADDRESS_LIMITS), kind, period) for name, kind, period in counted)
        return tuple(limit for amount in amounts for limit in _limits(*amount))


class QuotaSettings(BaseModel):
    """What users may use in a minute, in a day (UTC) and at once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages_per_minute: int | None = _limit("messages of one user in 60 s, admins excepted", "messages_per_minute")
    pastes_per_minute: int | None = _limit("pastes of one user in 60 s", "pastes_per_minute")
    conversions_per_minute: int | None = _limit("file conversions of one user in 60 s", "conversions_per_minute")
    copies_per_minute: int | None = _limit("dataset copies of one user in 60 s, admins excepted", "copies_per_minute")
    runs_per_day: int | None = _limit("plot runs of one public user in a day", "runs_per_day")
    premium_runs_per_day: int | None = _limit("plot runs of one premium user in a day", "premium_runs_per_day")
    data_runs_per_day: int | None = _limit("data runs of one user in a day, admins excepted", "data_runs_per_day")
    copies_per_day: int | None = _limit("dataset copies of one user in a day, admins excepted", "copies_per_day")
    tokens_per_day: int | None = _limit("weighted tokens of one public user in a day", "tokens_per_day")
    premium_tokens_per_day: int | None = _limit(
        "weighted tokens of one premium user in a day", "premium_tokens_per_day"
    )
    global_tokens_per_day: int | None = _limit(
        "weighted tokens of everybody together in a day, admins included", "global_tokens_per_day"
    )
    sessions: int | None = _limit("sessions that one user keeps", "sessions")
    stored_bytes: int | None = _limit("bytes that one user's sessions keep", "stored_bytes")
    address: AddressQuotaSettings = Field(
        default_factory=lambda: AddressQuotaSettings(),
        description="What all anonymous users at one network address may use together.",
    )
    weights: WeightSettings = Field(
        default_factory=lambda: WeightSettings(), description="What one token of each sort costs, in weighted tokens."
    )
    strikes: int = Field(default=3, ge=1, le=1_000, description="Refused messages that lock a user out.")
    strike_window_s: float = Field(
        default=600.0, gt=0, le=86_400, description="Seconds within which these strikes must happen."
    )
    lockout_s: float = Field(default=3_600.0, gt=0, le=604_800, description="Seconds that a lockout lasts.")

    @field_validator(*SERVER_LIMITS, mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        return _none_in_words(value)

    def policy(self, profile: Profile) -> QuotaPolicy:
        """Everything that quotas obey in `profile`."""
        everybody = (
            *self._limits(profile, QuotaKind.PASTES, Period.MINUTE, "pastes_per_minute"),
            *self._limits(profile, QuotaKind.CONVERSIONS, Period.MINUTE, "conversions_per_minute"),
            *self._limits(profile, QuotaKind.SESSIONS, Period.STANDING, "sessions"),
            *self._limits(profile, QuotaKind.STORED_BYTES, Period.STANDING, "stored_bytes"),
        )
        users = (
            *self._limits(profile, QuotaKind.MESSAGES, Period.MINUTE, "messages_per_minute"),
            *everybody,
            *self._limits(profile, QuotaKind.COPIES, Period.MINUTE, "copies_per_minute"),
            *self._limits(profile, QuotaKind.COPIES, Period.DAY, "copies_per_day"),
            *self._limits(profile, QuotaKind.DATA_RUNS, Period.DAY, "data_runs_per_day"),
        )
        public_tokens = self._limits(profile, QuotaKind.TOKENS, Period.DAY, "tokens_per_day")
        everybodys_tokens = _amount(self, profile, "global_tokens_per_day", SERVER_LIMITS)
        return QuotaPolicy(
            public=(
                *users,
                *self._limits(profile, QuotaKind.RUNS, Period.DAY, "runs_per_day"),
                *public_tokens,
            ),
            premium=(
                *users,
                *self._limits(profile, QuotaKind.RUNS, Period.DAY, "premium_runs_per_day"),
                *self._limits(profile, QuotaKind.TOKENS, Period.DAY, "premium_tokens_per_day"),
            ),
            admin=everybody,
            address=self.address.limits(profile),
            global_tokens=None if everybodys_tokens is None else everybodys_tokens * MICRO,
            weights=self.weights.weights(),
            strikes=StrikePolicy(self.strikes, self.strike_window_s, self.lockout_s),
            yardstick_tokens=(self.tokens_per_day or SERVER_LIMITS["tokens_per_day"]) * MICRO,
        )

    def _limits(self, profile: Profile, kind: QuotaKind, period: Period, name: str) -> tuple[Limit, ...]:
        return _limits(_amount(self, profile, name, SERVER_LIMITS), kind, period)
