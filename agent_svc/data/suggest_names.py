"""The names of columns that say which chart is meant, in English and German: a set of words for each column wanted."""

from __future__ import annotations

from typing import Final

from agent_svc.data.bindings_names import ERROR_WORDS

Words = frozenset[str]

OHLC: Final = (
    frozenset({"open", "eröffnung", "eroeffnung"}),
    frozenset({"high", "hoch"}),
    frozenset({"low", "tief"}),
    frozenset({"close", "schluss", "schlusskurs"}),
)
FLOWS: Final = (frozenset({"source", "from", "von", "quelle"}), frozenset({"target", "to", "nach", "ziel"}))
VECTORS: Final = (frozenset({"x"}), frozenset({"y"}), frozenset({"u"}), frozenset({"v"}))
ENDS: Final = (
    frozenset({"start", "begin", "beginn", "from", "von"}),
    frozenset({"end", "ende", "finish", "until", "bis", "to"}),
)
ERRORS: Final = (ERROR_WORDS,)
SEXES: Final = (
    frozenset({"male", "men", "männer", "maenner", "männlich"}),
    frozenset({"female", "women", "frauen", "weiblich"}),
)
SHARES: Final = (frozenset({"share", "percent", "percentage", "proportion", "anteil", "prozent"}),)
STAGES: Final = (frozenset({"stage", "step", "funnel", "phase", "stufe", "schritt"}),)
CHANGE: Final = (frozenset({"change", "delta", "veränderung", "veraenderung", "änderung"}),)

_STATISTICS: Final = """
average avg count deviation error lower max maximum mean median min minimum n sd se sem std stdev sum upper var variance
abweichung durchschnitt fehler mittelwert standardabweichung streuung varianz
"""
STATISTICS: Final = frozenset(_STATISTICS.split())
"""Words that name what was computed from other values."""
