"""Reports and baselines: totals, the schema that is kept, and what counts as worse."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent_svc.evals.baseline import Tolerance, compare
from agent_svc.evals.case import Case
from agent_svc.evals.cost import priced
from agent_svc.evals.report import CaseResult, Report, ReportError, Totals, quantile, read_report
from agent_svc.evals.run import reported, run_cases
from agent_svc.evals.tables import missed
from agent_svc.models.prices import Price, read_prices
from plotlane_kit.clock import ManualClock

HAIKU = "claude-haiku-5-5"


def result(case_id: str, **became: object) -> CaseResult:
    held = {"chart": "bar", "library": "matplotlib", "perturbation": "plain", "theme": "light", "passed": True}
    return CaseResult.model_validate({"id": case_id, "outcome": "ok", **held, **became})


def report(*results: CaseResult) -> Report:
    clock = ManualClock(wall=datetime(2024, 2, 29, tzinfo=UTC))
    return reported(results, provider="offline", models=[], seconds=3.21, clock=clock)


def test_a_report_that_was_written_is_read_as_it_was(tmp_path: Path) -> None:
    made = report(result("a", latency_s=0.5), result("b", passed=False, outcome="failed", cost_usd=None))
    (tmp_path / "report.json").write_text(made.written())
    assert read_report(tmp_path / "report.json") == made
    assert json.loads(made.written())["schema"] == "plotlane-eval/1"


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "plotlane-eval/2"}'])
def test_a_report_of_another_schema_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(ReportError, match="make it again"):
        read_report(tmp_path / "report.json")


def test_totals_count_by_chart_library_and_perturbation() -> None:
    made = report(
        result("a", chart="pie", tokens=10, model_calls=1, cost_usd=0.01),
        result("b", library="seaborn", passed=False, outcome="needs_attention", tokens=5, cost_usd=0.02),
    )
    assert (made.totals.passed, made.totals.cases, made.totals.tokens, made.totals.cost_usd) == (1, 2, 15, 0.03)
    assert made.by_chart["pie"].rate == 1
    assert made.by_library["seaborn"].rate == 0
    assert made.by_perturbation["plain"].cases == 2


def test_one_case_without_a_price_leaves_the_total_without_one() -> None:
    assert Totals.of([result("a"), result("b", cost_usd=None)]).cost_usd is None


def test_quantiles_are_values_that_were_measured() -> None:
    assert [quantile([1.0, 2.0, 3.0, 4.0], share) for share in (0.0, 0.5, 0.95, 1.0)] == [1.0, 2.0, 4.0, 4.0]
    assert quantile([], 0.5) == 0


def test_a_weighted_token_costs_what_an_input_token_costs() -> None:
    prices = read_prices()
    assert priced([HAIKU], prices)(2_000_000) == pytest.approx(2 * prices[HAIKU].input)


def test_of_several_models_the_dearest_is_taken_and_one_without_a_price_has_no_cost() -> None:
    prices = {name: Price(input=cost, output=1, cache_read=0, cache_write=0) for name, cost in (("a", 1), ("b", 3))}
    assert priced(["a", "b"], prices)(1_000_000) == 3
    assert priced(["a", "c"], prices)(1_000_000) is None


def test_what_asked_no_model_costs_nothing_whatever_the_prices() -> None:
    assert priced([], {})(0) == 0


def test_the_list_prices_have_the_ratios_that_the_weights_stand_for() -> None:
    for price in read_prices().values():
        ratios = (price.output / price.input, price.cache_read / price.input, price.cache_write / price.input)
        assert ratios == pytest.approx((5, 0.1, 1.25))


def test_the_same_report_is_not_worse() -> None:
    made = report(result("a"), result("b", passed=False, outcome="failed"))
    diff = compare(made, made, Tolerance())
    assert (diff.worse, diff.broken, diff.mended, diff.added, diff.gone) == ((), (), (), (), ())


def test_a_case_that_no_longer_passes_is_worse_and_named() -> None:
    diff = compare(report(result("a"), result("b")), report(result("a"), result("b", passed=False)), Tolerance())
    assert [case.id for case in diff.broken] == ["b"]
    assert diff.worse == ("50.0% of 2 cases pass; it was 100.0%",)


def test_a_tolerance_lets_so_many_stop_passing() -> None:
    before = report(*(result(name) for name in "abcd"))
    after = report(result("a", passed=False), *(result(name) for name in "bcd"))
    assert compare(before, after, Tolerance(rate=0.25)).worse == ()


def test_a_case_that_passes_now_is_named_and_not_worse() -> None:
    diff = compare(report(result("a", passed=False)), report(result("a")), Tolerance())
    assert ([case.id for case in diff.mended], diff.worse) == (["a"], ())


def test_cases_of_one_report_alone_are_named_and_not_judged() -> None:
    diff = compare(report(result("a"), result("b")), report(result("b"), result("c")), Tolerance())
    assert (diff.gone, diff.added, diff.worse) == (("a",), ("c",), ())


def test_a_new_case_that_fails_is_worse() -> None:
    diff = compare(report(result("a")), report(result("a"), result("b", passed=False)), Tolerance())
    assert diff.worse == ("new and not passing: b",)


@pytest.mark.parametrize(("grown", "worse"), [(110, 0), (111, 1)])
def test_tokens_may_grow_by_the_cost_tolerance_and_no_more(grown: int, worse: int) -> None:
    diff = compare(report(result("a", tokens=100)), report(result("a", tokens=grown)), Tolerance(cost=0.1))
    assert len(diff.worse) == worse


def test_the_first_model_call_is_worse_than_none() -> None:
    diff = compare(report(result("a")), report(result("a", model_calls=1)), Tolerance())
    assert diff.worse == ("1 model calls; it was 0",)


def test_latency_is_judged_only_when_it_is_asked_for() -> None:
    before, after = report(result("a", latency_s=1)), report(result("a", latency_s=2))
    assert compare(before, after, Tolerance()).worse == ()
    assert len(compare(before, after, Tolerance(latency=0.5)).worse) == 1


class Counting:
    """Attempts that count how many are on their way at a time."""

    def __init__(self) -> None:
        self.now = self.most = 0

    async def of(self, case: Case) -> CaseResult:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return result(case.id)


async def test_cases_run_several_at_a_time_and_are_reported_in_order() -> None:
    attempts = Counting()
    heard: list[CaseResult] = []
    cases = [Case(id=name, chart="bar") for name in "hgfedcba"]
    results = await run_cases(cases, attempts, 3, heard.append)
    assert [each.id for each in results] == list("abcdefgh")
    assert attempts.most == 3
    assert len(heard) == 8


def test_a_case_that_was_drawn_otherwise_than_expected_is_not_called_ok() -> None:
    assert missed(result("a", passed=False, differences=("the title is “A”",))) == "drawn, but not as expected"
    assert missed(result("b", passed=False, outcome="failed", reason="code_error")) == "failed (code_error)"
