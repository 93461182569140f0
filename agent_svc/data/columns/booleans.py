"""Booleans: yes-or-no words in English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_PAIRS = (("true", "false"), ("yes", "no"), ("ja", "nein"), ("wahr", "falsch"))
_SPELLINGS = 16  # of two words, in capitals and small letters: more different values are no booleans


def read_booleans(values: Sequence[str]) -> Mapping[str, str] | None:
    """Each distinct value as `true` or `false`, or None unless all are words of one pair.

    `no` without any `yes` stays text: it is as likely a country, a name or a label.
    """
    if len(values) > _SPELLINGS:
        return None
    words = {value: value.casefold() for value in values}
    for yes, no in _PAIRS:
        if set(words.values()) <= {yes, no} and (yes in words.values() or no in ("false", "falsch", "nein")):
            return {value: "true" if word == yes else "false" for value, word in words.items()}
    return None


def readable_booleans(values: Sequence[str]) -> Mapping[str, str]:
    """The values that are words of any pair, for a column that the user says is boolean."""
    yes = {pair[0] for pair in _PAIRS} | {"1"}
    no = {pair[1] for pair in _PAIRS} | {"0"}
    read = {}
    for value in values:
        word = value.casefold()
        if word in yes or word in no:
            read[value] = "true" if word in yes else "false"
    return read
