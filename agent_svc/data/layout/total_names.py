"""Total names: what rows and columns that sum up others, or average them, are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

TOTALS: Final = frozenset(
    {
        "total",
        "totals",
        "grand total",
        "sum",
        "overall",
        "all",
        "summe",
        "gesamt",
        "insgesamt",
        "gesamtsumme",
        "zusammen",
    }
    | {"gesamtergebnis", "summen", "total général", "totale", "suma", "total general", "totaal", "totaux", "somme"}
    | {"summary", "łącznie", "razem", "ogółem", "összesen", "celkem", "toplam", "i alt", "totalt", "summa", "yhteensä"}
    | {
        "итого",
        "всего",
        "усього",
        "разом",
        "σύνολο",
        "合计",
        "总计",
        "總計",
        "合計",
        "总和",
        "计",
        "計",
        "합계",
        "총계",
    }
    | {"*", "**", "***"}  # as SAP marks them in the first column
)
MEANS: Final = frozenset(
    {"average", "avg", "mean", "durchschnitt", "mittelwert", "mittel", "schnitt", "moyenne", "media", "promedio", "ø"}
)
_SUMS: Final = TOTALS | MEANS
#: What holds most other places, and may stand beside a few of them for comparison.
WHOLE_PLACES: Final = frozenset(
    {"world", "worldwide", "welt", "weltweit", "global", "european union", "europäische union", "euro area", "euroraum"}
    | {"eu", "eu27", "eu-27", "eu27_2020", "eu28", "eu-28", "european union (27)", "世界"}
)

#: What stands beside a sum where each row is another measure of the same numbers.
_MEASURES: Final = MEANS | frozenset(
    {
        "min",
        "max",
        "minimum",
        "maximum",
        "median",
        "modus",
        "count",
        "anzahl",
        "std",
        "sd",
        "stdev",
        "std dev",
        "nunique",
    }
    | {"standard deviation", "standardabweichung", "stabw", "variance", "varianz", "range", "spannweite", "diff"}
    | {"difference", "differenz", "prod", "product", "produkt", "quotient"}
)


def are_measures(names: Iterable[str]) -> bool:
    """Whether most of `names` are measures of the same numbers, `min`, `max`; a sum beside them is one, too."""
    known = [name.strip().rstrip(":").casefold() in _MEASURES for name in names]
    return 2 * sum(known) > len(known)


def is_sum(name: str) -> bool:
    """Whether a row or a column of this name sums up the others, or averages them."""
    return name.strip().rstrip(":").casefold() in _SUMS
