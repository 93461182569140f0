"""The folder of a foreign catalogue: `<spec>/specification.md` and `implementations/<language>/<library>.<ext>`."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

SPECIFICATION: Final = "specification.md"
IMPLEMENTATIONS: Final = "implementations"
MAX_SPECS: Final = 5_000
MAX_TEXT_BYTES: Final = 256 * 1024
_LAYOUT: Final = f"a catalogue holds <spec>/{SPECIFICATION} with {IMPLEMENTATIONS}/<language>/<library>.<ext> beside it"
_NO_FILE: Final = "is neither a file nor a folder, and is not opened"
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
    problem: str = ""  #: why its text could not be read; empty when it could


@dataclass(frozen=True, slots=True)
class ForeignSpec:
    """One specification: a plot in words, and its implementations in the order of their paths."""

    spec_id: str
    title: str
    description: str
    scripts: tuple[ForeignScript, ...]


def read_specs(folder: Path) -> Iterator[ForeignSpec]:
    """Every specification of `folder`, by name. Raises ForeignFolderError for a folder of another layout."""
    found = [home for home in _homes(folder) if not _why_no_chart(folder, home)]
    if not found:
        raise ForeignFolderError(f"{folder}: {_LAYOUT}, and {_instead(folder)}")
    if len(found) > MAX_SPECS:
        raise ForeignFolderError(f"{folder}: holds {len(found):,} specifications; {MAX_SPECS:,} can be mounted at most")
    ids = _ids([home.name for home in found])
    for home in found:
        yield _spec(folder, home, ids[home.name])


def passed_over(folder: Path) -> list[str]:
    """What of `folder` becomes no chart and no script, one sentence each; hidden folders are no part of it."""
    told = [f"{path.name}: {_NO_FILE}" for path in sorted(folder.iterdir()) if _is_odd(path)]
    for home in _homes(folder):
        if why_not := _why_no_chart(folder, home):
            told.append(f"{home.name}: {why_not}")
            continue
        for path in sorted((home / IMPLEMENTATIONS).glob("*/*")):
            if not _is_inside(folder, path):
                told.append(
                    f"{path.relative_to(folder)}: is a link that leads out of the folder, which is not followed"
                )
            elif _is_odd(path):
                told.append(f"{path.relative_to(folder)}: {_NO_FILE}")
            elif path.is_file() and path.suffix.lower() not in _ENDINGS:
                told.append(f"{path.relative_to(folder)}: is no script; known endings are {', '.join(_ENDINGS)}")
    return told


def _homes(folder: Path) -> list[Path]:
    """The folders that may be specifications. Raises ForeignFolderError where `folder` is none."""
    if not folder.exists():
        raise ForeignFolderError(f"{folder}: there is no such folder")
    if not folder.is_dir():
        raise ForeignFolderError(
            f"{folder}: is a file; name the folder of a catalogue, which holds <spec>/{SPECIFICATION}"
        )
    return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _why_no_chart(folder: Path, home: Path) -> str:
    specification = home / SPECIFICATION
    # A link may lead anywhere on this machine, and its text to whoever looks at a chart or at the code of a plot.
    if not _is_inside(folder, home) or (specification.exists() and not _is_inside(folder, specification)):
        return "is a link that leads out of the folder, which is not followed"
    if specification.is_file():
        return ""
    if _is_odd(specification):
        return f"has a {SPECIFICATION} that {_NO_FILE}"
    missing = SPECIFICATION if (home / IMPLEMENTATIONS).is_dir() else f"{SPECIFICATION} and no {IMPLEMENTATIONS}"
    return f"has no {missing}, so it is no chart"


def _instead(folder: Path) -> str:
    told = passed_over(folder)
    if told:
        return f"this one does not: {told[0]}" + (f" (and {len(told) - 1:,} more)" if len(told) > 1 else "")
    return "this one holds no folders" if any(folder.iterdir()) else "this one is empty"


def _is_odd(path: Path) -> bool:
    """Whether `path` is a pipe, a device or a link to nothing, which nobody can read as a file."""
    there = path.exists() or path.is_symlink()
    return there and not path.name.startswith(".") and not path.is_file() and not path.is_dir()


def _is_inside(folder: Path, path: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _ids(names: Sequence[str]) -> dict[str, str]:
    """An id of its own for each folder: of `a b` and `a_b`, which come to the same one, the second has a number."""
    ids: dict[str, str] = {}
    for name in names:
        plain = spec_id(name)
        numbered = (f"{plain[:26]}-{number}" for number in count(2))
        ids[name] = next(each for each in chain([plain], numbered) if each not in ids.values())
    return ids


def _spec(folder: Path, home: Path, own_id: str) -> ForeignSpec:
    title, description = _words(_text(home / SPECIFICATION).text)
    scripts = []
    for path in sorted((home / IMPLEMENTATIONS).glob("*/*")):
        if path.suffix.lower() in _ENDINGS and path.is_file() and _is_inside(folder, path):
            read = _text(path)
            scripts.append(ForeignScript(path.parent.name.lower(), path.stem, path, read.text, read.problem))
    return ForeignSpec(own_id, title or home.name, description, tuple(scripts))


def spec_id(name: str) -> str:
    """The id of a chart that is called after the folder `name`: lower case, hyphens, at most 30 characters."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    text = "-".join(words)[:30].strip("-")
    return text if _ID.fullmatch(text) else f"spec-{text}"[:30].strip("-")


class _Read(NamedTuple):
    """A file's text, and why it is none."""

    text: str
    problem: str = ""


def _text(path: Path) -> _Read:
    try:
        with path.open("rb") as file:
            head = file.read(MAX_TEXT_BYTES)
        encoding, _ = tokenize.detect_encoding(BytesIO(head).readline) if path.suffix == ".py" else ("utf-8-sig", [])
        return _Read(head.decode(encoding))
    except OSError as error:
        return _Read("", f"the file cannot be opened: {error.strerror}")
    except (UnicodeDecodeError, SyntaxError, LookupError):
        text = head.decode("utf-8-sig", "replace")
        return _Read(text, "it is not UTF-8, and no line names another encoding")


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
