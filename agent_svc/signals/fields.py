"""The fields: what the built-in handlers read of a payload, each refused by its name when it is wrong."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent_svc.data.limits import PASTE
from agent_svc.signals.refusal import InvalidSignalError
from agent_svc.signals.signal import Signal
from plotlane_kit.errors import Violation


class SessionData(BaseModel):
    """New data and whose place it takes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    session: str = Field(pattern=r"^[A-Za-z0-9_-]{1,128}$", description="The session, by its id.")
    data: str = Field(min_length=1, max_length=PASTE.size_bytes, description="The table, as it would be pasted.")


M = TypeVar("M", bound=BaseModel)


def fields_of(model: type[M], signal: Signal) -> M:
    """The payload of `signal` as `model`. Raises `InvalidSignalError` with every field that is wrong, by its name."""
    try:
        return model.model_validate(dict(signal.payload))
    except ValidationError as error:
        wrong = [
            Violation(".".join(("payload", *(str(part) for part in each["loc"]))), each["msg"])
            for each in error.errors(include_url=False, include_input=False)
        ]
        raise InvalidSignalError(violations=wrong) from error
