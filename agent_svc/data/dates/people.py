"""People: given names that are months as well, such as April, May and June."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_NAMES: Final = frozenset(
    {"april", "may", "june", "jan", "august", "mai", "maj", "juni", "abril", "avril", "julio", "mars", "nisan", "eylül"}
)
_OF_PEOPLE: Final = re.compile(
    r"(?:(?:first|given|full)[\s_]?)?names?|vornamen?|pr[ée]noms?|nombres?|nome|imię|имя|namen?|persons?|people|who|wer"
    r"|students?|schüler(?:in)?|pupils?|players?|spieler(?:in)?|employees?|mitarbeiter(?:in)?|members?|mitglied"
    r"|patient(?:s|in)?|authors?|autor(?:in)?|teachers?|lehrer(?:in)?|customers?|kunden?|kundin|姓名|名前|이름",
    re.IGNORECASE,
)


def are_people(name: str, values: Sequence[str]) -> bool:
    """Whether all `values` are given names, under a `name` of people or of names."""
    return _OF_PEOPLE.fullmatch(name.strip()) is not None and all(value.casefold() in _NAMES for value in values)
