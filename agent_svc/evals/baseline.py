"""The baseline: an earlier report that this one is compared with, and what counts as worse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent_svc.evals.report import CaseResult, Report, Totals


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much worse a report may be. Latency depends on the machine: it is looked at only when it is asked for."""

    rate: float = 0.0  #: share of the cases in both that may have stopped passing
    cost: float = 0.1  #: share by which calls, tokens and cost may have grown
    latency: float | None = None  #: share by which the median latency may have grown; None: any


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed between two reports, over the cases in both, by id."""

    broken: tuple[CaseResult, ...]
    mended: tuple[CaseResult, ...]
    added: tuple[str, ...]
    gone: tuple[str, ...]
    before: Totals
    after: Totals
    worse: tuple[str, ...] = field(default=())  #: what is beyond the tolerance, one sentence each


def compare(before: Report, after: Report, tolerance: Tolerance) -> Diff:
    """`after` against `before`; of cases that only one of them has, new ones that fail are judged."""
    old = {case.id: case for case in before.cases}
    new = {case.id: case for case in after.cases}
    both = sorted(old.keys() & new.keys())
    broken = tuple(new[each] for each in both if old[each].passed and not new[each].passed)
    mended = tuple(new[each] for each in both if new[each].passed and not old[each].passed)
    then, now = Totals.of(old[each] for each in both), Totals.of(new[each] for each in both)
    added = tuple(sorted(new.keys() - old.keys()))
    return Diff(
        broken=broken,
        mended=mended,
        added=added,
        gone=tuple(sorted(old.keys() - new.keys())),
        before=then,
        after=now,
        worse=(*_worse(then, now, tolerance), *_failing(added, new)),
    )


def _worse(then: Totals, now: Totals, tolerance: Tolerance) -> Iterator[str]:
    if then.cases and then.rate - now.rate > tolerance.rate:
        yield f"{now.rate:.1%} of {now.cases} cases pass; it was {then.rate:.1%}"
    for name, old, new in (
        ("model calls", then.model_calls, now.model_calls),
        ("tokens", then.tokens, now.tokens),
        ("US dollars", then.cost_usd, now.cost_usd),
    ):
        if old is not None and new is not None and new > old * (1 + tolerance.cost):
            yield f"{new:,.6g} {name}; it was {old:,.6g}"
    if tolerance.latency is not None and now.latency_p50_s > then.latency_p50_s * (1 + tolerance.latency):
        yield f"a median of {now.latency_p50_s:.2f} s; it was {then.latency_p50_s:.2f} s"


def _failing(added: tuple[str, ...], new: dict[str, CaseResult]) -> Iterator[str]:
    failing = [each for each in added if not new[each].passed]
    if failing:
        yield f"new and not passing: {', '.join(failing[:5])}{' …' if len(failing) > 5 else ''}"
