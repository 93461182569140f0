"""Loading: a scenario from a file, or one of those that come with Plotlane, with errors that name file and field."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from scheduler_svc.simulate.scenario import Scenario
from scheduler_svc.simulate.text import UnreadableError, parse

SHIPPED: Final = Path(__file__).parent / "scenarios"


class ScenarioError(Exception):
    """A scenario cannot be used; the message names the file, each field, and what it takes."""


def shipped() -> dict[str, Path]:
    """The scenarios that come with Plotlane, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.yaml"))}


def find(name: str) -> Path:
    """The file that `name` means: a path, or the name of a shipped scenario."""
    path = Path(name)
    if path.is_file():
        return path
    known = shipped()
    if name in known:
        return known[name]
    raise ScenarioError(f"{name}: there is no such file, and no scenario of that name; there are: {', '.join(known)}")


def load(path: Path) -> Scenario:
    """Read and check one file."""
    try:
        content: Any = parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    except UnreadableError as error:
        raise ScenarioError(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise ScenarioError(
            f"{path}: a scenario is a mapping that begins like `title: …`; see plotlane simulate --list"
        )
    try:
        return Scenario.model_validate(content)
    except ValidationError as error:
        raise ScenarioError("\n".join(f"{path}: {line}" for line in _problems(error, content))) from error


def _problems(error: ValidationError, content: object) -> list[str]:
    lines = []
    for problem in error.errors(include_url=False):
        said = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "too_short":
            if problem["input"]:
                continue  # its items are wrong and have lines of their own
            said = "needs at least one item"
        name = _field(problem["loc"], content, missing=problem["type"] == "missing")
        lines.append((f"{name}: " if name else "") + said + _given(problem["input"]))
    return lines


def _field(loc: tuple[int | str, ...], content: object, *, missing: bool) -> str:
    """`sources[0].run_time.median_s`: as somebody who wrote the file would say it; empty: the file as a whole."""
    name, node = "", content
    for index, part in enumerate(loc):
        if isinstance(node, dict) and part not in node and not (missing and index + 1 == len(loc)):
            continue  # the name of the shape that was chosen (`lognormal`), which is no field of the file
        name += f"[{part}]" if isinstance(part, int) else f".{part}" if name else part
        node = _below(node, part)
    return name


def _below(node: object, part: int | str) -> object:
    if isinstance(node, dict):
        return node.get(part)
    return node[part] if isinstance(node, list) and isinstance(part, int) and part < len(node) else None


def _given(value: object) -> str:
    return f" (given: {value!r})" if isinstance(value, str | int | float) else ""
