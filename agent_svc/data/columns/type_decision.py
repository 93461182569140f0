"""Type decision: what a column is, how sure that is, and what else it could be."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.report import Certainty, Decision, Subject


def type_decision(
    evidence: Evidence,
    chosen: ColumnType,
    reason: str,
    others: Sequence[ColumnType],
    certainty: Certainty | None,
    *,
    doubt: bool,
) -> Decision:
    """The decision; `certainty` is None when the user chose the type, and likely at most where there is `doubt`."""
    if certainty is None:
        reason, certainty, doubt = "It was chosen.", Certainty.CERTAIN, False
    alternatives = tuple(other.value for other in others)
    sure = Certainty.LIKELY if doubt else certainty
    return Decision(Subject.TYPE, chosen.value, reason, sure, alternatives, evidence.name)
