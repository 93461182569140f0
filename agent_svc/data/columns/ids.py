"""Ids: numbers that name something instead of measuring it, and stay text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.ordered_periods import is_decade
from agent_svc.data.numbers.exact import written_as_id

_VERSION_HEADER: Final = re.compile(r"(?:^|[\s_])(?:version|ver|release|revision|rev)\.?$", re.IGNORECASE)
_VERSION: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*")
# Some amount in scientific notation has a sign or a point: `1.2E+03`.
_CODE: Final = re.compile(r"[0-9]+E[0-9]{1,2}")
_LENGTH: Final = 16  # digits from which on a 64-bit float may not hold a whole number
_LONG: Final = re.compile(rf"-?[0-9]{{{_LENGTH},300}}")


def id_like(evidence: Evidence) -> str | None:
    """Why numbers are ids, codes or versions and stay text, as a sentence; None where they are amounts."""
    inexact = _inexact(evidence.values) if evidence.longest >= _LENGTH else None
    if inexact is not None:
        return f"“{inexact}” has more digits than a number keeps, so that ids beside each other would become one."
    if evidence.exact:
        return None
    written = None if evidence.plain else written_as_id(evidence.values)
    if written is not None:
        return f"“{written}” is written like an id, with leading zeros or very many digits."
    if all(map(is_decade, evidence.values)):
        return f"“{evidence.values[0]}” is a decade."
    if all(map(_CODE.fullmatch, evidence.values)):
        return f"All values are written like “{evidence.values[0]}”, as codes are; amounts have a sign or a point."
    if (
        _VERSION_HEADER.search(evidence.name)
        and all(map(_VERSION.fullmatch, evidence.values))
        and any("." in value for value in evidence.values)
    ):
        return f"“{evidence.values[0]}” under this name is a version, whose parts are counted and not measured."
    return None


def _inexact(values: Sequence[str]) -> str | None:
    """The first whole number that a 64-bit float would round; one with marks between its thousands is an amount."""
    return next((value for value in values if _LONG.fullmatch(value) and int(float(value)) != int(value)), None)
