"""In which language a table is, and what the columns that suggestions make of it are called."""

from __future__ import annotations

import pytest

from agent_svc.data import read
from agent_svc.data.suggestions.language import called, language_of
from tests_support.wide_tables import suggested, wide


@pytest.mark.parametrize(
    ("head", "language"),
    [
        ("Bundesland,Umsatz", "de"),
        ("Stadtteil,2018,2020", "de"),
        ("Filiale,Jan,Feb,Mrz,Mai", "de"),
        ("Région,Année,Ventes", "fr"),
        ("Ciudad,Año,Ventas", "es"),
        ("Regione,Anno,Vendite", "it"),
        ("City,Month,Sales", "en"),
        ("a,b,c", "en"),
        ("Region,Produkt,Sales,Cost", "en"),
    ],
)
def test_words_tell_the_language(head: str, language: str) -> None:
    cells = ",".join("1" for _ in head.split(","))
    assert language_of(read(f"{head}\n{cells}\n{cells}\n")) == language


def test_short_words_that_are_names_elsewhere_tell_nothing() -> None:
    assert language_of(read("University,2019,2020\nMIT,1,2\nDie Hard,2,1\nPer,3,3\n")) == "en"


@pytest.mark.parametrize(
    ("corner", "names", "name", "value"),
    [
        ("Bundesland", "2019,2020,2021", "Jahr", "Wert"),
        ("Filiale", "Januar (€),Februar (€),März (€)", "Monat", "Wert (€)"),
        ("Ville", "2019,2020,2021", "Année", "Valeur"),
        ("City", "2019,2020,2021", "Year", "Value"),
    ],
)
def test_columns_that_are_made_are_called_in_the_language_of_the_table(
    corner: str, names: str, name: str, value: str
) -> None:
    steps = [step.arguments for step in suggested(wide(corner, names, "Bonn,Kiel,Ulm"))[0].steps]
    melt = next(step for step in steps if step["op"] == "melt")
    assert (melt["name"], melt["value"]) == (name, value)


def test_what_stands_behind_a_noun_stays() -> None:
    assert called("Time (h)", "de") == "Zeit (h)"
    assert called("predicted", "de") == "predicted"
