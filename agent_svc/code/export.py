"""The export header: the comment on top of plot.py that says what it is, what it ran with, and how to run it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.code.regions import DATA_FILE
from agent_svc.code.theme import header_line, theme_of

PACKAGES: Final = ("python", "matplotlib", "numpy", "pandas")


def with_header(run_form: str, *, chart_id: str, library: str, versions: Mapping[str, str], font: str) -> str:
    """`run_form` under its header. Add it before the render: what ran is then byte for byte what is exported.

    `versions` by package name; `font` is the family that the text is set in, empty when it is not known.
    """
    theme = theme_of(run_form)
    known = [name for name in (*PACKAGES, *sorted(set(versions) - set(PACKAGES))) if name in versions]
    lines = [
        f"# Made by Plotlane: {_one_line(chart_id)} ({_one_line(library)})",
        header_line(theme),
        f"# Versions: {', '.join(f'{name} {_one_line(versions[name])}' for name in known)}" if known else "",
        f"# Font: {_one_line(font)}" if font else "",
        f"# Run it with `python plot.py` in a folder that holds {DATA_FILE}; it writes its picture there.",
    ]
    return "\n".join(line for line in lines if line) + "\n\n" + run_form


def _one_line(text: str) -> str:
    return "".join(character for character in text if character.isprintable())
