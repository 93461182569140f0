"""Units on labels: the name of a column as a picture shows it, with the unit that the reading took from its cells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from agent_svc.data.column import Column

#: Units that names spell otherwise than cells do.
_SPELT: Final = tuple(
    frozenset(words.split())
    for words in (
        "% percent prozent pct",
        "€ eur euro euros",
        "$ us$ usd dollar dollars",
        "£ gbp pound pounds",
        "¥ jpy cny yen yuan",
        "chf fr. franken francs",
        "°c celsius",
        "°f fahrenheit",
        "h hours stunden std",
        "min minutes minuten",
        "s sec seconds sekunden",
        "d days tage",
    )
)


def shown_names(columns: Sequence[Column], bindings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """`Weight (kg)` by `Weight` for each bound column with a unit that its name does not tell, if that is free."""
    bound = {name for names in bindings.values() for name in names}
    taken = {column.name for column in columns}
    shown = {}
    for column in columns:
        if column.name in bound and column.unit and not _tells(column.name, column.unit):
            name = f"{column.name} ({column.unit})"
            if name not in taken:
                shown[column.name] = name
    return shown


def _tells(name: str, unit: str) -> bool:
    """Whether a reader of `name` knows the unit already."""
    own = unit.casefold()
    return any(_stands_in(name, word) for word in {own}.union(*(words for words in _SPELT if own in words)))


def _stands_in(name: str, unit: str) -> bool:
    start = r"(?<!\w)" if unit[0].isalnum() else ""
    end = r"(?!\w)" if unit[-1].isalnum() else ""
    return re.search(start + re.escape(unit) + end, name.casefold().replace("_", " ")) is not None
