"""The probe's report as the host reads it: JSON that untrusted code may have written."""

from __future__ import annotations

import json
import math
from typing import Final

MAX_DEPTH: Final = 16
#: Our watchers cut texts at 200; who reads them compares and matches them, which grows faster than they do.
MAX_CHARS: Final = 4_000

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


def accept(raw: bytes, max_bytes: int) -> str:
    """`raw` again as clean JSON text; empty when it is no object, too large, too deep, or holds long texts or no JSON.

    A probe that lies well-formed passes: it runs beside the script, so it is a hint and never evidence.
    """
    if len(raw) > max_bytes:
        return ""
    try:
        found: Json = json.loads(raw.decode("utf-8"), parse_constant=_refuse)
        if not isinstance(found, dict) or not _is_sound(found, MAX_DEPTH):
            return ""
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        return text if len(text.encode("utf-8")) <= max_bytes else ""
    except (ValueError, RecursionError):  # covers bad UTF-8, bad JSON, lone surrogates and integers without end
        return ""


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


def _is_sound(value: Json, depth: int) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        return len(value) <= MAX_CHARS
    if isinstance(value, dict):
        return depth > 0 and all(len(key) <= MAX_CHARS and _is_sound(item, depth - 1) for key, item in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_is_sound(item, depth - 1) for item in value)
    return True
