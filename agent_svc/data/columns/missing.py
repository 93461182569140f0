"""Missing: the words that stand for no value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

#: Words for a missing value that are written as names are.
NAMES: Final = frozenset({"Na", "Nan", "Null"})
# In every column. `""` is the empty cell.
_ALWAYS = frozenset(
    {"", "na", "n/a", "nan", "null", "(null)", "<null>", "<na>", "#n/a", "#n/v", "#nv", "#n/d", "#n/b", "#na"}
    | {"nat", "\\n", "k. a.", "k.a.", "k. a", "keine angabe", "keine angaben", "leer", "(leer)", "(blank)", "-"}
    | {"--", "---", "–", "—", "−"}
)
# Only beside numbers, dates or booleans: in a text column these may be labels (a treatment called “none”).
_BESIDE_VALUES = frozenset(
    {"none", "nil", "n.a.", "n. a.", "n.v.", "n. v.", "missing", "fehlt", "fehlend", "unknown", "unbekannt"}
    | {"nicht verfügbar", "not available", ".", "..", "...", "…", "?", "0000-00-00", "#div/0!", "#null!", "#num!"}
    | {"#zahl!", "#ref!", "#bezug!", "#value!", "#wert!", "#name?", "#spill!", "#calc!", "#überlauf!", "#valeur!"}
    | {"#nom?", "#nombre!", "#¡div/0!", "#¡valor!", "#¡num!", "#¡ref!", "#¿nombre?", "#valor!", "#valore!", "#rif!"}
    | {"#nome?", "#waarde!", "#verw!", "#deel/0!", "n.d.", "n. d.", "nd", "s.o.", ":", "b.d.", "b. d.", "brak"}
    | {"brak danych", "н/д", "нет данных", "н.д.", "s/d", "s.d.", "sin dato", "sin datos", "mq", "///", "×", "欠測"}
    | {"无", "無", "缺测", "不详", "不明", "자료없음", "ikke oppgitt", "uppgift saknas", "ei tietoa", "非該当", "x x x"}
    # Who did not finish, did not start or was disqualified has no time and no place.
    | {"n.c.", "n. c.", "dnf", "dns", "dsq", "dq", "dnq", "otl"}
)
#: A dash where an amount would be, what a spreadsheet shows in a column that is too narrow, and Eurostat's `: c`.
_NO_AMOUNT = re.compile(
    r"#{2,}|:\s[a-z]{1,3}|(?:[€$£¥₹]|CHF|EUR|USD|GBP)\s?[-–—]{1,2}|[-–—]{1,2}\s?(?:[€$£¥₹]|CHF|EUR|USD|GBP)"
)
_BEGINS = frozenset("#:€$£¥₹CEUG-–—")  # what is no amount
_BARE = frozenset({"na", "nan", "null"})  # sodium, people and places have these names, too
_SYMBOL = re.compile(r"[A-Z][a-z]?(?:[0-9]{0,2}[+⁺-]{1,2})?")  # of elements and ions
_DIGITS = frozenset("123456789")  # no word starts with one of these
_CODE = re.compile(r"[A-Z]{2}")  # ISO country codes: NA is Namibia


def missing_words(values: Iterable[str]) -> frozenset[str]:
    """Those of the distinct `values` of one column that stand for no value in any column.

    `NA` among two-letter codes is a code, and `-` beside `+` is a sign.
    """
    distinct = list(values)
    words = {value for value in distinct if value[:1] not in _DIGITS and value.casefold() in _ALWAYS}
    if not words:
        return frozenset()
    others = [value for value in distinct if value not in words]
    if "NA" in words and others and all(_CODE.fullmatch(value) for value in others):
        words.discard("NA")
    if "+" in others:
        words -= {"-", "–", "−"}
    return frozenset(words)


def sooner_names(words: Iterable[str], counts: Mapping[str, int]) -> frozenset[str]:
    """Those of the `words` that `missing_words` found which are sooner names, by the `counts` of all cells of a column.

    `Na` among symbols of elements is sodium, and what stands once and is cased as all other names, each once, is one.
    """
    named = NAMES.intersection(words)
    if not named:
        return frozenset()
    others = [value for value in counts if value and value not in words]
    if "Na" in named and others and all(map(_SYMBOL.fullmatch, others)):
        return frozenset({"Na"})
    alike = len(others) > 1 and all(counts[value] == 1 and value[:2].istitle() for value in others)
    return frozenset(name for name in named if alike and counts[name] == 1)


def may_be_a_name(word: str, others: Iterable[str]) -> bool:
    """Whether a word for a missing value may be a name as well; a lower-case one is none where no other begins so."""
    return word.casefold() in _BARE and not (word.islower() and not any(other[0].islower() for other in others))


def missing_beside_values(values: Iterable[str]) -> frozenset[str]:
    """Those of `values` that stand for no value when the others are numbers, dates or booleans."""
    return frozenset(
        v
        for v in values
        if v[:1] not in _DIGITS and (v.casefold() in _BESIDE_VALUES or (v[:1] in _BEGINS and _NO_AMOUNT.fullmatch(v)))
    )
