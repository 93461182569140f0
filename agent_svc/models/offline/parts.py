"""The parts of a message: cut at commas, semicolons, full stops, lines and “and”, but never inside quotes."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»"
_CUT: Final = re.compile(
    rf"(?:{_QUOTED})|(?P<cut>\s*(?:[;\n]|[.,](?=\s|$))\s*(?:(?:and|und|then|dann)\s+)?|\s+(?:and|und|then|dann)\s+)",
    re.IGNORECASE,
)
_POLITE: Final = re.compile(
    r"^(?:(?:please|bitte|kindly|now|jetzt|also|auch|can you|could you|would you|kannst du|könntest du|"
    r"i want|i would like|ich möchte|ich hätte gern)[ ,]+)+|[ ,]+(?:please|bitte|too|auch)$",
    re.IGNORECASE,
)


def spans(message: str) -> list[tuple[int, int]]:
    """Where the parts of `message` begin and end; parts without a word are left out."""
    found, start = [], 0
    for cut in _CUT.finditer(message):
        if cut["cut"] is not None:
            found.append((start, cut.start()))
            start = cut.end()
    found.append((start, len(message)))
    return [(begin, end) for begin, end in found if re.search(r"\w", message[begin:end])]


def plain(part: str) -> str:
    """`part` with single blanks, without courtesies around it and marks at its end."""
    text = " ".join(part.split())
    while (shorter := _POLITE.sub("", text).strip().rstrip("!.?,;").strip()) != text:
        text = shorter
    return text
