"""Padded amounts: numbers with zeros in front, which are codes and stay text, under a name that says they measure."""

from __future__ import annotations

from agent_svc.data.column import ColumnType
from agent_svc.data.columns.amount_names import is_named_like_amounts
from agent_svc.data.columns.code_names import POSTCODES, TELEPHONES, is_named_like_codes
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.text_column import asked_text, text
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.numbers.exact import written_as_id
from agent_svc.data.report import Certainty


def text_of_ids(evidence: Evidence, reason: str) -> Verdict:
    """Numbers that are ids for this `reason` as text; asked about where a sheet or a log may show amounts so."""
    others = (ColumnType.NUMBER,)
    padded = written_as_id(evidence.values)
    if padded is None or padded[0] != "0" or not _is_named_like_amounts_only(evidence):
        return text(evidence, reason, others, Certainty.LIKELY)
    asked = f"“{padded}” has zeros in front, as codes have, and may be an amount under this name; it stays text."
    return asked_text(evidence, asked, others)


def _is_named_like_amounts_only(evidence: Evidence) -> bool:
    """Whether the name is one of amounts and, as `size code` is, none of codes."""
    name = evidence.name
    if is_named_like_codes(name) or POSTCODES.search(name) or TELEPHONES.search(name):
        return False
    return is_named_like_amounts(name, evidence.header)
