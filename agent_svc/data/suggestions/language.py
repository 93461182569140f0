"""The language of a table, as the words in it tell, and what steps call the columns that they make in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.dataset import Dataset

_WORD: Final = re.compile(r"[^\W\d_]+")
_LEAST_OF_A_PART: Final = 5  # letters; shorter ones are in words of every language
_ENGLISH: Final = "en"
_TOLD_BY: Final = MappingProxyType(
    {
        "de": """
        januar jänner februar märz mrz mai juni juli oktober okt dezember dez montag dienstag mittwoch donnerstag
        freitag samstag sonntag und der das für ohne jahr monat woche tag datum stadt bundesland
        gemeinde kreis bezirk verein umsatz kosten einnahmen ausgaben preis menge anzahl wert betrag summe anteil
        gruppe sorte kunde produkt abteilung filiale kategorie bezeichnung bemerkung einwohner geschlecht schüler klasse
        mathe deutsch englisch physik gehalt miete strom quartal messung probe gewicht höhe größe länge""",
        "fr": """
        janvier janv février févr mars avril avr juin juillet août aout septembre octobre novembre décembre lundi mardi
        mercredi jeudi vendredi samedi dimanche année mois semaine jour ville région pays département
        ventes dépenses recettes prix quantité nombre valeur montant groupe produit catégorie élève""",
        "es": """
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles
        jueves viernes sábado domingo año mes semana día ciudad región país ventas gastos ingresos precio
        cantidad número valor importe grupo producto categoría alumno""",
        "it": """
        gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedì martedì
        mercoledì giovedì venerdì sabato domenica delle anno mese settimana giorno città regione paese vendite
        spese ricavi prezzo quantità numero valore importo gruppo prodotto categoria studente""",
        _ENGLISH: """
        january february march may june july october december monday tuesday wednesday thursday friday saturday sunday
        and the of for with year month week day date city town country state region district sales cost costs income
        price quantity count value amount total share group product customer department branch category name notes
        population age sex student class subject""",
    }
)
_LANGUAGES_OF: Final = MappingProxyType(
    {
        word: tuple(language for language, words in _TOLD_BY.items() if word in words.split())
        for words in _TOLD_BY.values()
        for word in words.split()
    }
)
_CALLED: Final = MappingProxyType(
    {
        "de": {
            "Value": "Wert",
            "Row": "Zeile",
            "Column": "Spalte",
            "Correlation": "Korrelation",
            "Series": "Reihe",
            "Year": "Jahr",
            "Month": "Monat",
            "Quarter": "Quartal",
            "Week": "Woche",
            "Weekday": "Wochentag",
            "Date": "Datum",
            "Time": "Zeit",
        },
        "fr": {
            "Value": "Valeur",
            "Row": "Ligne",
            "Column": "Colonne",
            "Correlation": "Corrélation",
            "Series": "Série",
            "Year": "Année",
            "Month": "Mois",
            "Quarter": "Trimestre",
            "Week": "Semaine",
            "Weekday": "Jour",
            "Date": "Date",
            "Time": "Temps",
        },
        "es": {
            "Value": "Valor",
            "Row": "Fila",
            "Column": "Columna",
            "Correlation": "Correlación",
            "Series": "Serie",
            "Year": "Año",
            "Month": "Mes",
            "Quarter": "Trimestre",
            "Week": "Semana",
            "Weekday": "Día",
            "Date": "Fecha",
            "Time": "Tiempo",
        },
        "it": {
            "Value": "Valore",
            "Row": "Riga",
            "Column": "Colonna",
            "Correlation": "Correlazione",
            "Series": "Serie",
            "Year": "Anno",
            "Month": "Mese",
            "Quarter": "Trimestre",
            "Week": "Settimana",
            "Weekday": "Giorno",
            "Date": "Data",
            "Time": "Tempo",
        },
    }
)


_GERMAN: Final = ("de",)
_PARTS: Final = tuple(
    word for word, languages in _LANGUAGES_OF.items() if languages == _GERMAN and len(word) >= _LEAST_OF_A_PART
)


def language_of(dataset: Dataset) -> str:
    """`de`, `fr`, `es` or `it` where words of the table are of that language and of no other as often; else `en`."""
    names = [column.name for column in dataset.columns]
    texts = [column for column in dataset.profile.columns if column.type is ColumnType.TEXT]
    words = _WORD.findall(" ".join([*names, *(top.value for column in texts for top in column.top)]).casefold())
    votes = Counter(language for word in set(words) for language in _languages_of(word))
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return _ENGLISH
    return ranked[0][0]


def _languages_of(word: str) -> Sequence[str]:
    """The languages that a word is of; German joins words, as in `Stadtteil` and `Jahresumsatz`."""
    if word in _LANGUAGES_OF:
        return _LANGUAGES_OF[word]
    return _GERMAN if any(word.startswith(part) or word.endswith(part) for part in _PARTS) else ()


def called(noun: str, language: str) -> str:
    """What a column for `noun`, such as `Month` or `Time (h)`, is called in the language, where it has a word."""
    word, gap, rest = noun.partition(" ")
    return f"{_CALLED.get(language, {}).get(word, word)}{gap}{rest}"


def free_name(name: str, taken: Sequence[str]) -> str:
    """`name`, or with a number behind it where another column is called so."""
    return next(one for one in (name, *(f"{name} {number}" for number in range(2, 60))) if one not in taken)
