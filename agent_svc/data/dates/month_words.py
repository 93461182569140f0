"""Month words: short months that are words as well, `gen-24`, `set/24`, told by the language of those beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.dates.months import MONTHS, WORDS, folded
from agent_svc.data.dates.written_date import WrittenDate, written_date

_SHAPES: Final = tuple(
    re.compile(shape)
    for shape in (
        r"(?P<month>[^\W\d_]{2,10})\.?(?P<short>\s?[-/'’]|\s)(?P<year>[0-9]{4}|[0-9]{2})",
        r"(?P<year>[0-9]{4})(?P<short>[-/]|\s)(?P<month>[^\W\d_]{2,10})\.?",
    )
)
_LANGUAGES: Final = tuple(
    frozenset(map(folded, words.split()))
    for words in (
        "gen feb mar apr mag giu lug ago set sett ott nov dic",  # Italian
        "ene feb mar abr may jun jul ago sep sept set oct nov dic",  # Spanish
        "jan fev mar abr mai jun jul ago set out nov dez",  # Portuguese
        "gen febr feb març mar abr maig mai juny jun jul ag ago set oct nov des",  # Catalan
        "ian feb mar apr mai iun iul aug sep sept oct nov dec",  # Romanian
        "sty lut mar kwi maj cze lip sie wrz paź lis gru",  # Polish
        "oca şub sub mar nis may haz tem ağu agu eyl eki kas ara",  # Turkish
        "jan feb mar apr mai jun jul aug sep sept okt nov des",  # Norwegian
    )
)
_ALL_WORDS: Final = 3  # of one language: fewer that are words as well say nothing


def months_of_one_language(values: Sequence[str]) -> dict[str, WrittenDate] | None:
    """All `values` as months of years whose names are of one language, two at least; None where they are not."""
    shape = next((one for one in _SHAPES if values and one.fullmatch(values[0])), None)
    if shape is None:
        return None
    found = {value: match for value in values if (match := shape.fullmatch(value))}
    names = {folded(match["month"]) for match in found.values()}
    if len(found) < len(values) or len(names) < 2 or not any(names <= language for language in _LANGUAGES):
        return None
    if (names <= WORDS and len(names) < _ALL_WORDS) or not names <= MONTHS.keys():
        return None
    written = {value: written_date(match.groupdict()) for value, match in found.items()}
    return {value: one for value, one in written.items() if one is not None}
