"""The removal: whether something is to be taken away, where a guess at what it is would do harm."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from agent_svc.models.offline.tokens import tokens_of

# fmt: off
_WORDS: Final = frozenset({
    "remove", "delete", "drop", "hide", "exclude", "excluding", "omit", "skip", "filter", "except", "without", "no",
    "not", "dont", "only", "erase", "discard", "ignore", "entferne", "entfernen", "entfernt", "loesche", "loeschen",
    "streiche", "streichen", "verstecke", "verstecken", "verberge", "verbergen", "ignoriere", "ignorieren", "ohne",
    "kein", "keine", "keinen", "nicht", "weg", "weglassen", "ausblenden", "blende", "ausschliessen", "ausser", "nur",
    "raus", "rausnehmen", "filtere", "filtern",
})
_PAIRS: Final = frozenset({("leave", "out"), ("take", "out"), ("take", "away"), ("get", "rid"), ("throw", "out")})
# fmt: on


def is_removal(text: str) -> bool:
    """Whether `text` says that something is taken away, or nothing else taken, in English or German."""
    words = [token.word for token in tokens_of(text)]
    return len(words) > 1 and not (_WORDS.isdisjoint(words) and _PAIRS.isdisjoint(pairwise(words)))
