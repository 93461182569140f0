"""The complaints: what is told about a try that went wrong, in a shape that holds no exception's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.author import Complaint
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason

_MAX: Final = 8
_LINE_CHARACTERS: Final = 200
_LINE: Final = re.compile(r"line (\d+)")
#: Nothing in the code can mend these.
_NOT_OF_THE_CODE: Final = frozenset({PlotReason.RENDERER, PlotReason.DEADLINE, PlotReason.CANCELLED})
_UNVERIFIED: Final = "probe"


def complaints_of(outcome: PlotOutcome) -> tuple[Complaint, ...]:
    """At most eight; empty when there is nothing that other code would make better."""
    if outcome.reason in _NOT_OF_THE_CODE:
        return ()
    return tuple(_complaints(outcome))[:_MAX]


def _complaints(outcome: PlotOutcome) -> Iterator[Complaint]:
    if outcome.png:
        yield from (_of_gate(finding) for finding in outcome.findings if _counts(finding))
    elif outcome.script_error is not None:
        error = outcome.script_error
        yield {"kind": "error", "class": error.kind[:80], "code": _code(outcome.run_form, error.line)}
    elif outcome.reason is PlotReason.CODE_REFUSED and outcome.findings:
        for finding in outcome.findings:
            if finding.severity is Severity.BLOCK:
                line = _LINE.fullmatch(finding.location)
                code = _code(outcome.run_form, int(line[1])) if line else ""
                yield {"kind": "refused", "rule": finding.message, "code": code}
    elif outcome.reason is PlotReason.CODE_FAILED:
        yield {"kind": "error", "class": "exit code", "code": ""}
    elif outcome.reason is not None:
        yield {"kind": outcome.reason.value, "message": outcome.detail}


def _counts(finding: Finding) -> bool:
    return finding.severity is Severity.ATTENTION and finding.gate != _UNVERIFIED


def _of_gate(finding: Finding) -> Complaint:
    return {"kind": "gate", "gate": finding.gate, "message": finding.message, "suggestion": finding.suggestion}


def _code(run_form: str, line: int) -> str:
    lines = run_form.split("\n")
    return lines[line - 1].strip()[:_LINE_CHARACTERS] if 0 < line <= len(lines) else ""
