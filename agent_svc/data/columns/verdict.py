"""Verdict: what one column turned out to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_svc.data.column import ColumnType
from agent_svc.data.report import Decision, Notice


@dataclass(frozen=True, slots=True)
class Verdict:
    """A type, and the canonical text of each distinct value that has one; every other cell is missing."""

    type: ColumnType
    cells: Mapping[str, str]
    as_written: bool = False  # the canonical cells are those that were written
    unread: tuple[str, ...] = ()  # values that are lost to the type, because the user chose it
    unit: str | None = None
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()
    order: tuple[str, ...] = ()
