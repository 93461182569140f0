"""The tokens of an expression: numbers, texts, columns, words and signs, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

MAX_CHARACTERS: Final = 500
_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)
      | \[(?P<column>(?:[^\]]|\]\])+)\]
      | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
      | (?P<word>[^\W\d]\w*)
      | (?P<sign>\*\*|<=|>=|==|!=|<>|[-+*/%^<>=(),])
    )""",
    re.VERBOSE,
)

TokenKind = Literal["number", "column", "text", "word", "sign", "end"]


class ExpressionError(ValueError):
    """What is wrong in an expression, and where; the message is for its writer."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `at` is its place, from 1."""

    kind: TokenKind
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, the last one of kind `end`. Raises ExpressionError."""
    found: list[Token] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            start = place + len(text[place:]) - len(text[place:].lstrip())
            raise ExpressionError(f"“{text[start]}” at {start + 1} means nothing here; write columns as [name]")
        found.append(_token(match))
        place = match.end()
    return [*found, Token("end", "", end + 1)]


def written_column(name: str) -> str:
    """A column of this name as an expression writes it."""
    return f"[{name.replace(']', ']]')}]"


def _token(match: re.Match[str]) -> Token:
    group = match.lastgroup or ""
    text, at = match[group], match.start(group) + 1
    if group == "column":
        return Token("column", text.replace("]]", "]").strip(), at)
    if group in ("double", "single"):
        return Token("text", text, at)
    return Token("number" if group == "number" else "word" if group == "word" else "sign", text, at)
