"""The folder of a foreign catalogue: `<spec>/specification.md` and `implementations/<language>/<library>.<ext>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SPECIFICATION: Final = "specification.md"
IMPLEMENTATIONS: Final = "implementations"
MAX_SPECS: Final = 5_000
MAX_TEXT_BYTES: Final = 256 * 1024
_ENDINGS: Final = {".py": "python", ".r": "r", ".js": "javascript", ".ts": "javascript", ".jl": "julia"}
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LIST: Final = re.compile(r"^\s*(?:[-*]|\d+\.)\s")


class ForeignFolderError(Exception):
    """The folder is no foreign catalogue; the message says what one looks like."""


@dataclass(frozen=True, slots=True)
class ForeignScript:
    """One implementation of a specification."""

    language: str
    library: str
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class ForeignSpec:
    """One specification: a plot in words, and its implementations in the order of their paths."""

    spec_id: str
    title: str
    description: str
    scripts: tuple[ForeignScript, ...]


def read_specs(folder: Path) -> Iterator[ForeignSpec]:
    """Every specification of `folder`, by name. Raises ForeignFolderError for a folder of another layout."""
    found = [path.parent for path in sorted(folder.glob(f"*/{SPECIFICATION}")) if path.is_file()]
    if not found:
        raise ForeignFolderError(
            f"{folder}: holds no <spec>/{SPECIFICATION} with {IMPLEMENTATIONS}/<language>/<library>.<ext> beside it"
        )
    if len(found) > MAX_SPECS:
        raise ForeignFolderError(f"{folder}: holds {len(found):,} specifications; {MAX_SPECS:,} can be mounted at most")
    for home in found:
        yield _spec(folder, home)


def _spec(folder: Path, home: Path) -> ForeignSpec:
    title, description = _words(_text(home / SPECIFICATION))
    scripts = [
        ForeignScript(path.parent.name.lower(), path.stem, path, _text(path))
        for path in sorted((home / IMPLEMENTATIONS).glob("*/*"))
        # A link may lead anywhere on this machine, and its text to whoever looks at the code of a plot.
        if path.is_file() and path.suffix.lower() in _ENDINGS and path.resolve().is_relative_to(folder.resolve())
    ]
    return ForeignSpec(spec_id(home.name), title or home.name, description, tuple(scripts))


def spec_id(name: str) -> str:
    """The id of a chart that is called after the folder `name`: lower case, hyphens, at most 30 characters."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    text = "-".join(words)[:30].strip("-")
    return text if _ID.fullmatch(text) else f"spec-{text}"[:30].strip("-")


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_TEXT_BYTES).decode("utf-8-sig", "replace")


def _words(markdown: str) -> tuple[str, str]:
    """The first heading and the first paragraph of prose."""
    title = ""
    prose: list[str] = []
    for line in markdown.splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            title = title or stripped.lstrip("# ").strip()
            if prose:
                break
        elif not stripped or _LIST.match(line):
            if prose:
                break
        else:
            prose.append(stripped)
    return _plain(title, 120), _plain(" ".join(prose), 300)


def _plain(text: str, most: int) -> str:
    text = re.sub(r"[*_`]|\[([^\]]*)\]\([^)]*\)", lambda found: found.group(1) or "", text)
    text = "".join(character for character in text if character.isprintable())
    return text if len(text) <= most else f"{text[: most - 1]}…"
