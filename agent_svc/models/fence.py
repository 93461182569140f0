"""The fence: what a user or a catalogue wrote, marked so that a model reads it as data."""

from __future__ import annotations


def fenced(text: str, name: str) -> str:
    """`text` between marks of `name`, which must be drawn anew for each call so that no text can know it."""
    return f"<data-{name}>\n{text.replace(name, '')}\n</data-{name}>"
