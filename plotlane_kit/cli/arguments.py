"""Arguments of `plotlane plot` as the agent takes them: bindings, typed options, and the bytes of a data file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from plotlane.agent.v1 import agent_pb2

MAX_BYTES: Final = 10 * 1024**2
Value = str | float | bool | None | list[float | None]


class ArgumentError(Exception):
    """An argument cannot be used; the message names it and says what it takes."""


def parse_bindings(arguments: Iterable[str]) -> list[agent_pb2.Binding]:
    """`role=column` each, in order; a role that takes several columns is given several times."""
    return [agent_pb2.Binding(role=role, column=column) for role, column in map(_pair, arguments)]


def parse_options(arguments: Iterable[str], kinds: Mapping[str, agent_pb2.OptionKind.ValueType]) -> dict[str, Value]:
    """`option=value` each, by the kinds that the chart declares. Unknown names pass: the agent refuses them by name."""
    return {name: _value(name, text, kinds.get(name)) for name, text in map(_pair, arguments)}


def parse_choices(arguments: Iterable[str]) -> dict[str, str]:
    """`subject=choice` each, such as `decimal_mark:Yield=comma`; the subject may hold equals signs, as columns do."""
    choices = {}
    for argument in arguments:
        subject, separator, choice = argument.rpartition("=")
        if not separator or not subject:
            raise ArgumentError(f"--read {argument!r}: write it as subject=choice, such as decimal_mark:Yield=comma")
        choices[subject] = choice
    return choices


def read_file(path: Path) -> bytes:
    """The bytes of `path`; what they mean is the agent's to say. Raises `ArgumentError` for none, or too many."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ArgumentError(f"{path}: {size / 1024**2:.1f} MB; at most {MAX_BYTES // 1024**2} MB can be read")
        return path.read_bytes()
    except OSError as error:
        raise ArgumentError(f"{path}: {error.strerror}; name a file that can be read") from error


def _pair(argument: str) -> tuple[str, str]:
    name, separator, value = argument.partition("=")
    if not separator or not name:
        raise ArgumentError(f"{argument!r}: write it as name=value")
    return name.strip(), value


def _value(name: str, text: str, kind: agent_pb2.OptionKind.ValueType | None) -> Value:
    if text == "null":
        return None
    if kind == agent_pb2.OPTION_KIND_BOOLEAN:
        return _boolean(name, text)
    if kind in (agent_pb2.OPTION_KIND_INTEGER, agent_pb2.OPTION_KIND_NUMBER):
        return _number(name, text)
    if kind == agent_pb2.OPTION_KIND_RANGE:
        return _range(name, text)
    return text


def _boolean(name: str, text: str) -> bool:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() not in words:
        raise ArgumentError(f"--option {name}={text}: write true or false")
    return words[text.lower()]


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ArgumentError(f"--option {name}={text}: write a number") from error


def _range(name: str, text: str) -> list[float | None]:
    remedy = f"--option {name}={text}: write it as low,high (leave a side empty to keep it open)"
    try:
        parts = json.loads(text) if text.startswith("[") else [float(p) if p.strip() else None for p in text.split(",")]
    except ValueError as error:
        raise ArgumentError(remedy) from error
    if not isinstance(parts, list) or len(parts) != 2:
        raise ArgumentError(remedy)
    return parts
