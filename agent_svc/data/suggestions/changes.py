"""Changes: whether rows are the steps of one total, as gains and losses of a year are and changes of prices are not."""

from __future__ import annotations

from typing import Final

from agent_svc.data.bindings.words import words_of
from agent_svc.data.columns.ordered_names import is_calendar
from agent_svc.data.profile import ColumnProfile

_MOST: Final = 30  # bars between which a total can be followed


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CHANGES: Final = _listed("change changes delta veränderung veraenderung änderung variation")
_RATIOS: Final = _listed(
    "fold log percent percentage pct relative rate ratio price prozent prozentual relativ preis prix"
)
_STEPS: Final = _listed("""
step steps item items position account entry booking driver drivers effect effects component cause reason movement
schritt posten konto buchung treiber effekt komponente ursache grund bewegung étape poste paso partida causa
""")
_ENDS: Final = _listed("""
start opening beginning initial end ending closing final balance net total revenue sales
anfang anfangsbestand beginn ende endbestand schlussbestand saldo bestand umsatz stand
""")


def are_steps(category: ColumnProfile, value: ColumnProfile, rows: int) -> bool:
    """Whether the changes in `value` add up along the rows, each of which is called in `category`.

    They are called changes, in no percent or folds, rise and fall; and the rows are called steps, or in the order of
    the calendar, or one of them a start or an end. Those of countries or genes lie side by side.
    """
    words = words_of(value.name)
    rises_and_falls = float(value.minimum or 0) < 0 < float(value.maximum or 0)
    if not words & _CHANGES or words & _RATIOS or "%" in f"{value.name}{value.unit or ''}" or not rises_and_falls:
        return False
    if rows > _MOST or category.unique != rows:
        return False
    called = words_of(category.name) & _STEPS or any(words_of(top.value) & _ENDS for top in category.top)
    return bool(called) or (bool(category.order) and is_calendar(category.order))
