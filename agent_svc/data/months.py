"""Months: their names and short forms in the languages of Western and Northern Europe, in Polish and Russian."""

from __future__ import annotations

from typing import Final

_NAMES = (
    "jan januar january jänner jaenner jän janv janvier ene enero gen gennaio janeiro januari "
    "styczeń stycznia sty янв январь января",
    "feb februar february feber févr fév fevr février fevrier febrero febbraio fev fevereiro februari "
    "luty lutego lut фев февраль февраля",
    "mar mär mrz march märz maerz mars marzo março marco mrt maart marzec marca mars март марта",
    "apr april avr avril abr abril aprile kwiecień kwietnia kwi апр апрель апреля",
    "may mai mayo mag maggio maio mei maj maja май мая",
    "jun june juni juin junio giu giugno junho czerwiec czerwca cze июн июнь июня",
    "jul july juli juil juillet julio lug luglio julho lipiec lipca lip июл июль июля",
    "aug august août aout ago agosto augustus sierpień sierpnia sie augusti авг август августа",
    "sep sept september septembre septiembre setiembre set settembre setembro "
    "wrzesień września wrz сен сентябрь сентября",
    "oct okt october oktober octobre octubre ott ottobre out outubro październik października paź октябрь октября окт",
    "nov november novembre noviembre novembro listopad listopada lis ноя ноябрь ноября",
    "dec dez december dezember déc décembre decembre dic diciembre dicembre dezembro "
    "grudzień grudnia gru desember des дек декабрь декабря",
)
MONTHS: Final = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
#: Short forms that are words as well: in `3 out` a unit, in `Set 2001` a name.
WORDS: Final = frozenset({"ago", "gen", "mag", "out", "set", "des", "lip", "sie"})


def is_month(word: str) -> bool:
    """Whether `word` can only be the name of a month, in any case, with or without a full stop."""
    name = word.casefold().rstrip(".")
    return name in MONTHS and name not in WORDS
