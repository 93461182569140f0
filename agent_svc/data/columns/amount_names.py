"""Amount names: what columns of money, counts and sizes are called, whose numbers are no days and no codes."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.data.layout.headers import unit_in
from agent_svc.data.numbers.known_units import UNITS

_WORD: Final = re.compile(r"[A-ZÄÖÜ]?[a-zà-ÿß]+|[^\W\d_]+|[€$£¥]|µ\w+")
_NAMES: Final = """
price prices cost costs salary salaries wage wages income budget budgets amount amounts revenue revenues sales
turnover profit loss expense expenses balance capital assets debt rent gdp eur usd gbp chf € $ £ ¥ preis preise
kosten gehalt lohn einkommen betrag umsatz umsätze gewinn verlust ausgaben einnahmen saldo kapital schulden
miete bip prix salaire montant pib precio importe salario prezzo importo preço valor 金额 金額 价格 価格 收入 売上
n count counts quantity qty total sum votes views clicks downloads visits bytes bits packets tokens reads score scores
points pts pop population inhabitants residents anzahl menge summe stimmen punkte einwohner bevölkerung
población popolazione 人口 frequency freq frequenz fréquence frecuencia frequenza wavelength wavenumber distance
distanz entfernung strecke length länge height höhe width breite weight gewicht mass masse size größe fläche
volume volumen energy energie power leistung pressure druck temperature temperatur voltage spannung resistance
"""
_AMOUNTS: Final = frozenset(_NAMES.split())
_MEASURING: Final = UNITS - {"s", "ms", "d", "a"}  # others than those of times
_COMPOUND: Final = re.compile(r".(?:preis|kosten|betrag|umsatz|gehalt|lohn|gewinn|summe|menge|gewicht|größe)$")


def is_named_like_amounts(name: str, header: str) -> bool:
    """Whether a column of this `name` holds amounts, or its `header` ends in a known unit: `x (Hz)`, `x (Mio. €)`."""
    words = [word.casefold() for word in _WORD.findall(name)]
    if not _AMOUNTS.isdisjoint(words) or any(map(_COMPOUND.search, words)):
        return True
    unit = unit_in(header)
    return unit is not None and not _MEASURING.isdisjoint(unit.casefold().split())
