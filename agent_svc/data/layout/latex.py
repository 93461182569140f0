"""LaTeX: the first table of a `tabular` environment."""

from __future__ import annotations

import re

# What is in brackets is short, and nothing is tried twice: a text may open them a hundred thousand times.
_BEGIN = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array)\}")
_COLUMNS = re.compile(r"\A\s*+(?:\[[^\]]*+\])?+\s*+(?:\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}\s*+){1,2}+")
_RULES = re.compile(r"\\(?:top|mid|bottom)rule|\\hline|\\c(?:mid)?(?:line|rule)(?:\([^)]{0,40}\))?\{[^}]{0,40}\}")
_ROW_END = re.compile(r"\\\\(?:\[[^\]]{0,40}\])?|\\tabularnewline")
_CELL_END = re.compile(r"(?<!\\)&")
_LEAST = 2  # rows that stand without their environment
_FONT = re.compile(r"\\(?:text\w*|math\w*|emph|num|SI|mbox)\{([^{}]*)\}")
_POWER = re.compile(r"\s?\\(?:times|cdot)\s?10\^\{?([-+]?[0-9]{1,3})\}?")
_ESCAPED = re.compile(r"\\([%&_$#{} ])")


def latex_records(text: str) -> list[list[str]] | None:
    """The records of a LaTeX table; None for text without one."""
    if "&" not in text or "\\" not in text:
        return None
    inside = _inside(text) if "\\begin{" in text else _rows_alone(text)
    if inside is None:
        return None
    body = _RULES.sub("", _COLUMNS.sub("", inside, count=1))
    rows = (row for row in _ROW_END.split(body) if row.strip())
    return [[_plain(cell) for cell in _CELL_END.split(row)] for row in rows]


def _rows_alone(text: str) -> str | None:
    """`text` where each of its lines, two at least, is a row of cells or a rule."""
    lines = [line.strip() for line in text.split("\n") if _RULES.sub("", line).strip()]
    rows = len(lines) >= _LEAST and all("&" in line and line.endswith("\\\\") for line in lines)
    return text if rows else None


def _inside(text: str) -> str | None:
    """What stands between the begin of the first table that ends, and its end."""
    endless: set[str] = set()
    for begin in _BEGIN.finditer(text):
        if begin[1] in endless:
            continue
        end = text.find(f"\\end{{{begin[1]}}}", begin.end())
        if end >= 0:
            return text[begin.end() : end]
        endless.add(begin[1])
    return None


def _plain(cell: str) -> str:
    bare = _FONT.sub(r"\1", cell.replace("~", " ").replace("{,}", ",").replace("\\pm", "±")).replace("$", "")
    return " ".join(_ESCAPED.sub(r"\1", _POWER.sub(r"×10^\1", bare)).split())
