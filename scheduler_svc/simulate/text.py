"""The text of a scenario file: YAML in which every key stands once, with errors that name the line."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

_SHOWN = 40  # characters of a wrong value that an error repeats


class UnreadableError(Exception):
    """A text is no YAML that can be used; the message is one line that says where and why."""


class _Loader(yaml.SafeLoader):
    """The safe loader, for which a key that stands twice is an error, and so is a value that only looks like one."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise ComposerError(None, None, f"{key.value!r} stands here a second time", key.start_mark)
            seen.add(key.value)
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except ValueError as error:
            # A day that no calendar has, a number of five thousand digits.
            problem = f"{str(node.value)[:_SHOWN]!r} is no value that can be used"
            raise ConstructorError(None, None, problem, node.start_mark) from error


def parse(text: str) -> Any:
    """What `text` says. Raises `UnreadableError`."""
    try:
        return yaml.load(text, _Loader)  # noqa: S506  # it is a safe one
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}: "
        raise UnreadableError(f"{where}is not YAML: {getattr(error, 'problem', None) or 'unreadable'}") from error
    except RecursionError as error:
        raise UnreadableError("is nested too deeply to be read") from error
