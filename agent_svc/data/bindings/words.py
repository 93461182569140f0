"""Words in the names of columns that say what they are: years, rounds, ranks, replicates, amounts, remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.dates.years import holds_years
from agent_svc.data.profile import ColumnProfile

_SPARSE: Final = 5  # times as many ranks as rows, in a table of some of them
_WORD: Final = re.compile(r"[^\W\d_]+")
_CAMEL: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_COMPOUND_YEAR: Final = re.compile(r"[^\W\d_]+jahre?|[^\W\d_]*[年년]度?")  # Kalenderjahr, 会计年度
_TIME: Final = re.compile(r"[0-9]{1,3}:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,6})?)?")


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_YEARS: Final = _listed("""
year years yr fy jahr jahre jahren année années annee annees an año años ano anos anno anni rok roku lata år aar jaar
vuosi év ár год года годы рік έτος yıl yil tahun năm 年 年份 年度 연도 년도 년
date datum fecha data dato tarih дата 日期 날짜 period periode période período periodo zeitraum
""")
_ROUNDS: Final = _listed("""
lap round matchday gameweek game epoch iteration generation cycle step week day month quarter hour minute session
runde spieltag spiel epoche durchgang zyklus schritt woche kalenderwoche kw tag monat quartal stunde sitzung
måned uge dag vecka månad tour journée semaine mois jour heure ronda jornada semana mes día hora giro giornata
settimana mese giorno ora 周 月 日 回合
""")
_RANKS: Final = _listed("rank ranking pos position place standing platz rang platzierung puesto posizione")
_REPLICATES: Final = _listed("replicate replicates rep repeat repetition wiederholung wdh réplicat réplica")
_BLOCKS: Final = _listed("block plot parzelle bloc bloque blocco parcelle parcela")
_RECORDS: Final = _listed("""
respondent participant observation obs record rn proband probandin befragter subject patient patientin person animal
mouse rat well versuchsperson vp sujet sujeto soggetto paciente
""")  # one of them: patients are a count
_LISTED: Final = _listed("""
q question frage pregunta domanda row line zeile ligne fila case fall tier teilnehmer
""")  # which may be counts or classes as well
_CLASSES: Final = _listed("bin bins class klasse classe clase bucket interval intervall intervalle")
_FROM: Final = _listed("start from lower low min left begin von ab unten")
_TO: Final = _listed("end to upper high max right bis oben")
_BIRTHS: Final = _listed("""
dob birth birthdate birthday born geburtsdatum geburtstag geboren naissance nacimiento nascita nascimento födelsedatum
geboortedatum 生年月日 出生日期
""")
_QUALITY: Final = re.compile(
    r"qn(?:_?[0-9]{1,2})?|qc|(?:qc|q|quality|qualité|qualitäts)[ _-]?(?:flag|code|level|niveau)", re.IGNORECASE
)
_FILLERS: Final = _listed("no nr number num nummer of the in der im study race training test since start id")
_BOOKED: Final = _listed("""
amount total price cost costs expense expenses spending paid payment revenue sales debit credit qty quantity betrag
summe preis kosten ausgabe ausgaben zahlung umsatz soll haben menge anzahl montant dépense importe gasto importo spesa
kwota bedrag belopp beløb сумма 金额 金額
""")
_REMARKS: Final = _listed("""
note notes comment comments remark remarks annotation annotations footnote footnotes bemerkung bemerkungen notiz notizen
kommentar kommentare anmerkung anmerkungen hinweis hinweise fußnote remarque remarques commentaire commentaires
observación observaciones nota comentario comentarios osservazioni uwagi примечание примечания 备注 備考
""")


def words_of(name: str) -> set[str]:
    """The words of a name, in small letters."""
    return set(_WORD.findall(name.casefold()))


def words_in(name: str) -> set[str]:
    """The same where a capital letter within a word begins another, as in `binEnd`."""
    return words_of(_CAMEL.sub(" ", name))


def is_booked(column: ColumnProfile) -> bool:
    """Whether the column is called an amount of money or of pieces, as each row of a ledger has one."""
    return bool(words_in(column.name) & _BOOKED)


def are_years(column: ColumnProfile) -> bool:
    """Whether the numbers can be years and are called so, in whatever language."""
    return holds_years(column) and any(
        word in _YEARS or _COMPOUND_YEAR.fullmatch(word) for word in words_in(column.name)
    )


def ends_of_classes(names: Sequence[str]) -> frozenset[str]:
    """Those names that are of upper ends of classes, such as `bin_end`, whose lower ends stand beside them."""
    words = {name: words_in(name) for name in names}
    starts = {frozenset(one - _FROM) for one in words.values() if one & _FROM and one & _CLASSES}
    return frozenset(name for name, one in words.items() if one & _TO and one - _TO in starts)


def is_remark(column: ColumnProfile) -> bool:
    """Whether the column is a text that is called a note: it tells of rows, and groups none."""
    return column.type is ColumnType.TEXT and bool(words_in(column.name) & _REMARKS)


def names_rows(column: ColumnProfile) -> bool:
    """Whether the numbers stand for people or records, one for each row, or for questions from the first on."""
    if not _is_counted(column):
        return False
    return _is_called(column, _RECORDS) or (_is_called(column, _LISTED) and _runs_on(column))


def _runs_on(column: ColumnProfile) -> bool:
    """Whether the numbers are 1 to as many as there are, each once."""
    once = not column.missing and all(top.count == 1 for top in column.top)
    return once and (column.minimum, column.maximum) == ("1", str(column.unique))


def is_called_rank(column: ColumnProfile) -> bool:
    """Whether the column is called a rank or a place."""
    return bool(words_in(column.name) & _RANKS)


def numbers_ranks(column: ColumnProfile) -> bool:
    """Whether the numbers are all ranks from the first to the last, each once."""
    return _is_rank(column) and _runs_on(column)


def is_birth(column: ColumnProfile) -> bool:
    """Whether the dates are called those of births, along which nothing goes."""
    return column.type is ColumnType.DATE and bool(words_in(column.name) & _BIRTHS)


def is_round(column: ColumnProfile) -> bool:
    """Whether the numbers count what comes one after the other, such as laps, weeks or epochs."""
    return _is_counted(column) and _is_called(column, _ROUNDS) and column.unique > 1


def is_weak(column: ColumnProfile) -> bool:
    """Whether the numbers are rounds, ranks, replicates, marks of quality, or yes and no: no measure beside others."""
    if is_round(column) or _is_flag(column) or _is_rank(column) or _is_replicate(column):
        return True
    return _is_counted(column) and _QUALITY.fullmatch(column.name.strip()) is not None


def _is_rank(column: ColumnProfile) -> bool:
    """Whether the numbers are called ranks and run about as far as there are some; positions along a rod do not."""
    called = _is_counted(column) and is_called_rank(column)
    return called and int(column.maximum or 0) <= _SPARSE * column.unique


def _is_replicate(column: ColumnProfile) -> bool:
    """Whether the numbers are called replicates, or blocks of a trial, each of which several rows have."""
    if not _is_counted(column):
        return False
    repeats = any(top.count > 1 for top in column.top)
    return bool(words_in(column.name) & _REPLICATES) or (_is_called(column, _BLOCKS) and repeats)


def _is_called(column: ColumnProfile, words: frozenset[str]) -> bool:
    """Whether the name is one of `words` and says nothing else, as `visitors per hour` does."""
    own = words_in(column.name)
    return bool(own & words) and own <= words | _FILLERS


def _is_counted(column: ColumnProfile) -> bool:
    """Whether the numbers are whole, not below zero, and in no unit."""
    ends = (column.minimum or "", column.maximum or "")
    return column.type is ColumnType.NUMBER and column.unit is None and all(end.isdecimal() for end in ends)


def _is_flag(column: ColumnProfile) -> bool:
    return _is_counted(column) and (column.unique, column.minimum, column.maximum) == (2, "0", "1")


def holds_times(column: ColumnProfile) -> bool:
    """Whether a text says how long something took, or at what time of day: of many rows no groups and no names."""
    return column.type is ColumnType.TEXT and bool(column.top) and all(_TIME.fullmatch(t.value) for t in column.top)
