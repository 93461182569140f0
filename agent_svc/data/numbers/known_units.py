"""Known units: what is a unit wherever it stands, in a row below the names or behind a number."""

from __future__ import annotations

from typing import Final

#: Units in small letters, as casefold gives them.
UNITS: Final = frozenset(
    {"s", "ms", "µs", "ns", "min", "h", "d", "a", "m", "km", "cm", "mm", "µm", "nm", "m²", "m³", "km²", "ha", "l", "ml"}
    | {"µl", "kg", "g", "mg", "µg", "t", "m/s", "km/h", "m/s²", "°c", "°f", "k", "°", "%", "‰", "ppm", "ppb", "v", "mv"}
    | {"kv", "ma", "w", "kw", "mw", "kwh", "mwh", "gwh", "j", "kj", "mj", "hz", "khz", "mhz", "ghz", "pa", "hpa", "kpa"}
    | {"mpa", "bar", "mbar", "n", "kn", "mol", "mmol", "mg/l", "µg/m³", "mg/kg", "g/l", "kg/m³", "t/ha", "db", "lx"}
    | {"€", "$", "£", "eur", "usd", "chf", "mio.", "tsd."}
)
_CLASSES: Final = frozenset("ad")  # years and days, but sooner the classes of a school


def is_amount(value: str, unit: str) -> bool:
    """Whether `value`, which ends in `unit`, is surely an amount where no other stands beside it: `5 km`, no `7a`."""
    known = unit.casefold()
    return known in UNITS and (len(known) > 1 or (known not in _CLASSES and value[-2:-1].isspace()))
