"""Words: a set of names written as plain text, so that long lists stay readable."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of `text`, separated by blanks or line ends."""
    return frozenset(text.split())
