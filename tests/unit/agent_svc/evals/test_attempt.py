"""What becomes of a case that makes no plot: expected where it says so, a failure everywhere else."""

from __future__ import annotations

import pytest

from agent_svc.errors import InternalError, InvalidError
from agent_svc.evals.attempt import unmade, unread
from agent_svc.evals.case import Case, Expectation, UnreadCase
from agent_svc.evals.report import CaseResult
from agent_svc.evals.run import run_cases
from plotlane_kit.errors import PlotlaneError

REFUSED = Expectation(status="refused")


def case(expect: Expectation) -> Case:
    return Case(id="odd", chart="bar", expect=expect)


@pytest.mark.parametrize(
    ("expect", "refusal", "outcome", "passed"),
    [
        (REFUSED, InvalidError("no"), "refused", True),
        (Expectation(status="refused", reason="invalid"), InvalidError("no"), "refused", True),
        (Expectation(status="refused", reason="unparseable"), InvalidError("no"), "refused", False),
        (Expectation(), InvalidError("no"), "refused", False),
        (REFUSED, InternalError(), "error", False),
    ],
)
def test_a_refusal_passes_where_it_is_expected_and_a_fault_of_the_house_nowhere(
    expect: Expectation, refusal: PlotlaneError, outcome: str, passed: bool
) -> None:
    result = unmade(case(expect), refusal)
    assert (result.outcome, result.passed) == (outcome, passed)


async def test_a_case_that_could_not_be_read_is_a_failure_of_its_own_among_the_results() -> None:
    heard: list[CaseResult] = []
    known = [unread(UnreadCase("bad", "bad/case.json: chart: Field required"))]
    results = await run_cases([], Never(), 4, heard.append, known)
    assert results == heard == known
    assert (results[0].passed, results[0].detail) == (False, "bad/case.json: chart: Field required")


class Never:
    """Makes no case."""

    async def of(self, case: Case) -> CaseResult:
        raise AssertionError(case.id)
