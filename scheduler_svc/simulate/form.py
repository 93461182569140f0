"""The form: what every part of a scenario file has in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Form(BaseModel):
    """Frozen, and a name that it does not know is an error, not a wish."""

    model_config = ConfigDict(frozen=True, extra="forbid")
