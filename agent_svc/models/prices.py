"""The prices: what tokens cost at list price, from a data file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agent_svc.models.call import Usage

PRICES_FILE: Final = Path(__file__).with_name("prices.yaml")
_MILLION: Final = 1_000_000


class Price(BaseModel):
    """US dollars for a million tokens of each sort."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cache_read: float = Field(ge=0)
    cache_write: float = Field(ge=0)

    def of(self, usage: Usage) -> float:
        """What `usage` costs, in dollars."""
        return (
            usage.input * self.input
            + usage.output * self.output
            + usage.cache_read * self.cache_read
            + usage.cache_write * self.cache_write
        ) / _MILLION


def read_prices(path: Path = PRICES_FILE) -> Mapping[str, Price]:
    """The price of each model id. Raises ValueError for a file of another shape."""
    return TypeAdapter(dict[str, Price]).validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
