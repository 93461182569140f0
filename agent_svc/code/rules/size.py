"""The size of a script: bounds on its text before anything looks at its meaning."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.program import Problem, Program, line_of

SOURCE_BYTES: Final = 256 * 1024
LINES: Final = 5_000
NODES: Final = 60_000
DEPTH: Final = 60
TEXT_CHARACTERS: Final = 5_000
NUMBER_BITS: Final = 1_024
POWER: Final = 1_000

_COOKIE: Final = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
#: Characters that make a line read otherwise than it runs.
_HIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def source_problems(source: str) -> Iterator[Problem]:
    """What is wrong with the text itself, before it is parsed."""
    try:
        size = len(source.encode("utf-8"))
    except UnicodeEncodeError:
        yield Problem(0, "size", "the script holds half of a character pair and cannot be written as UTF-8")
        return
    lines = source.split("\n")
    if size > SOURCE_BYTES or len(lines) > LINES:
        yield Problem(
            0, "size", f"the script has {size} bytes in {len(lines)} lines; {SOURCE_BYTES} and {LINES} are the most"
        )
        return
    for number, line in enumerate(lines, start=1):
        if found := _HIDDEN.search(line):
            yield Problem(number, "size", f"the line holds the hidden character U+{ord(found.group()):04X}; remove it")
        if number <= 2 and (cookie := _COOKIE.match(line)) and cookie.group(1).lower() not in ("utf-8", "utf8"):
            yield Problem(number, "size", "the line declares another encoding than UTF-8")


def size(program: Program) -> Iterator[Problem]:
    """Bounds on the tree and its literals, so that checking and compiling stay cheap."""
    if len(program.nodes) > NODES:
        yield Problem(0, "size", f"the script has {len(program.nodes)} syntax nodes; {NODES} are the most")
        return
    if program.depth > DEPTH:
        yield Problem(0, "size", f"the script is nested more than {DEPTH} levels deep")
    for node in program.nodes:
        match node:
            case ast.Constant(value=str(text)) if len(text) > TEXT_CHARACTERS:
                yield Problem(
                    line_of(node), "size", f"a text has {len(text)} characters; {TEXT_CHARACTERS} are the most"
                )
            case ast.Constant(value=bytes()):
                yield Problem(line_of(node), "size", "bytes may not be written in a script")
            case ast.Constant(value=int(number)) if number.bit_length() > NUMBER_BITS:
                yield Problem(
                    line_of(node), "size", f"a number has {number.bit_length()} bits; {NUMBER_BITS} are the most"
                )
            case ast.BinOp(op=ast.Pow() | ast.LShift(), right=ast.Constant(value=int(power))) if power > POWER:
                yield Problem(line_of(node), "size", f"the power {power} is too large; {POWER} is the most")
            case ast.BinOp(op=ast.Pow(), right=ast.BinOp(op=ast.Pow())):
                yield Problem(line_of(node), "size", "a power of a power is too large")
