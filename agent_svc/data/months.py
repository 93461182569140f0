"""Months: their names and short forms, in English, German, French, Spanish, Italian, Portuguese and Dutch."""

from __future__ import annotations

from typing import Final

_NAMES = (
    "jan januar january jänner jaenner jän janv janvier ene enero gen gennaio janeiro januari",
    "feb februar february feber févr fév fevr février fevrier febrero febbraio fev fevereiro februari",
    "mar mär mrz march märz maerz mars marzo março marco mrt maart",
    "apr april avr avril abr abril aprile",
    "may mai mayo mag maggio maio mei",
    "jun june juni juin junio giu giugno junho",
    "jul july juli juil juillet julio lug luglio julho",
    "aug august août aout ago agosto augustus",
    "sep sept september septembre septiembre setiembre set settembre setembro",
    "oct okt october oktober octobre octubre ott ottobre out outubro",
    "nov november novembre noviembre novembro",
    "dec dez december dezember déc décembre decembre dic diciembre dicembre dezembro",
)
MONTHS: Final = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
#: Short forms that are words of English as well: in `3 out` a unit, in `Set 2001` a name.
WORDS: Final = frozenset({"ago", "gen", "mag", "out", "set"})


def is_month(word: str) -> bool:
    """Whether `word` can only be the name of a month, in any case, with or without a full stop."""
    name = word.casefold().rstrip(".")
    return name in MONTHS and name not in WORDS
