"""The report of an eval: one JSON document of a fixed schema, so that it can be kept and compared later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

SCHEMA: Final = "plotlane-eval/1"

Outcome = Literal["ok", "needs_attention", "failed", "not_ready", "refused", "error"]


class ReportError(Exception):
    """A report cannot be read; the message names the file and why."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CaseFinding(_Entry):
    """What a gate said about the picture."""

    gate: str
    severity: Literal["block", "attention", "note"]
    message: str = Field(description="One sentence; it may name what is in the case's data.")


class CaseResult(_Entry):
    """What became of one case."""

    id: str
    chart: str
    library: str
    perturbation: str
    theme: Literal["light", "dark"]
    passed: bool = Field(description="The outcome is the expected one, and nothing differs from what was expected.")
    outcome: Outcome = Field(description="How the last plot ended; refused and error: there was none.")
    reason: str = Field("", description="Why it is not ok: a plot reason, or the code of a refusal or error.")
    detail: str = Field("", description="The same as a sentence.")
    differences: tuple[str, ...] = Field((), description="Where data, reading or bindings are not as expected.")
    findings: tuple[CaseFinding, ...] = ()
    padded: bool = Field(default=False, description="Whether the picture had to be padded to its size.")
    model_calls: int = Field(0, ge=0)
    tokens: int = Field(0, ge=0, description="Weighted tokens: one is the price of an input token.")
    cost_usd: float | None = Field(0.0, description="At list price; null: the model has no price in prices.yaml.")
    latency_s: float = Field(0.0, ge=0, description="From the request to the end of the last turn, waiting left out.")
    queue_s: float = Field(0.0, ge=0, description="Seconds of waiting for a place.")
    render_s: float = Field(0.0, ge=0, description="Seconds of rendering.")


class Totals(_Entry):
    """All cases, or those of one chart, library or perturbation, together."""

    cases: int = 0
    passed: int = 0
    model_calls: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0
    latency_p50_s: float = 0.0
    latency_p95_s: float = 0.0

    @property
    def rate(self) -> float:
        """The share of cases that passed; 1 of none."""
        return self.passed / self.cases if self.cases else 1.0

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> Self:
        """What `results` come to."""
        found = list(results)
        costs = [result.cost_usd for result in found]
        known = [cost for cost in costs if cost is not None]
        latencies = sorted(result.latency_s for result in found)
        return cls(
            cases=len(found),
            passed=sum(result.passed for result in found),
            model_calls=sum(result.model_calls for result in found),
            tokens=sum(result.tokens for result in found),
            cost_usd=round(sum(known), 6) if len(known) == len(costs) else None,
            latency_p50_s=quantile(latencies, 0.5),
            latency_p95_s=quantile(latencies, 0.95),
        )


class Report(_Entry):
    """One eval. Written with its cases in the order of their ids, so that two reports can be compared line by line."""

    format: Literal["plotlane-eval/1"] = Field(SCHEMA, alias="schema")
    made_at: str = Field(description="When it ended: ISO 8601, in UTC.")
    version: str = Field(description="The version of Plotlane.")
    provider: str = Field(description="offline, anthropic or vertex.")
    models: tuple[str, ...] = Field((), description="The exact ids of the models that could be asked.")
    seconds: float = Field(ge=0, description="How long all took, services included.")
    totals: Totals
    by_chart: Mapping[str, Totals]
    by_library: Mapping[str, Totals]
    by_perturbation: Mapping[str, Totals]
    cases: tuple[CaseResult, ...]

    def written(self) -> str:
        """The JSON text."""
        return self.model_dump_json(indent=1, by_alias=True) + "\n"


def grouped(results: Iterable[CaseResult], key: Callable[[CaseResult], str]) -> dict[str, Totals]:
    """Totals by `key`, in the order in which its values first occur."""
    groups: dict[str, list[CaseResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {name: Totals.of(group) for name, group in groups.items()}


def quantile(ordered: list[float], share: float) -> float:
    """The smallest value that `share` of the ordered values do not exceed; 0 of none."""
    if not ordered:
        return 0.0
    return round(ordered[max(0, -(-int(share * 1000 * len(ordered)) // 1000) - 1)], 3)


def read_report(path: Path) -> Report:
    """The report in `path`. Raises ReportError, also for one of another schema."""
    try:
        return Report.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReportError(f"{path}: {error.strerror}; name a report that `plotlane eval` wrote") from error
    except (ValidationError, UnicodeDecodeError) as error:
        raise ReportError(f"{path}: is no report of the schema {SCHEMA}; make it again with this version") from error
