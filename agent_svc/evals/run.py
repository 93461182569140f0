"""The run of an eval: all cases, several at a time, and the report that they come to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final, Protocol

from agent_svc.evals.case import Case
from agent_svc.evals.report import CaseResult, Report, Totals, grouped
from plotlane_kit.clock import Clock

AT_A_TIME: Final = 4  # plots on their way: while one is drawn, the next is read and waits
Heard = Callable[[CaseResult], None]


class Attempt(Protocol):
    """Makes one case."""

    async def of(self, case: Case) -> CaseResult: ...


async def run_cases(
    cases: Sequence[Case], attempts: Attempt, at_a_time: int, heard: Heard, known: Sequence[CaseResult] = ()
) -> list[CaseResult]:
    """What became of each case, by id, `known` results among them; `heard` is told of each as it ends."""
    waiting = iter(cases)
    results = [*known]
    for result in known:
        heard(result)

    async def work() -> None:
        for case in waiting:
            result = await attempts.of(case)
            results.append(result)
            heard(result)

    async with asyncio.TaskGroup() as group:
        for _ in range(min(at_a_time, len(cases))):
            group.create_task(work())
    return sorted(results, key=lambda result: result.id)


def reported(
    results: Sequence[CaseResult], *, provider: str, models: Sequence[str], seconds: float, clock: Clock
) -> Report:
    """The report of `results`."""
    return Report(
        schema="plotlane-eval/1",
        made_at=clock.wall().isoformat(timespec="seconds"),
        version=version("plotlane"),
        provider=provider,
        models=tuple(models),
        seconds=round(seconds, 1),
        totals=Totals.of(results),
        by_chart=grouped(results, lambda result: result.chart),
        by_library=grouped(results, lambda result: result.library),
        by_perturbation=grouped(results, lambda result: result.perturbation),
        cases=tuple(results),
    )
