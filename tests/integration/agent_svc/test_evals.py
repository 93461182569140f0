"""Evals over gRPC against a scripted model: what a change in words costs, and what a baseline says of it."""

from __future__ import annotations

import pytest

from agent_svc.evals.attempt import Attempts
from agent_svc.evals.baseline import Tolerance, compare
from agent_svc.evals.calls import Calls
from agent_svc.evals.case import Case, ColumnExpectation, Expectation
from agent_svc.evals.cost import priced
from agent_svc.evals.report import Report
from agent_svc.evals.run import reported, run_cases
from agent_svc.models.prices import read_prices
from plotlane_kit.channel import open_channel
from plotlane_kit.clock import SystemClock
from tests.integration.agent_svc.agent_house import CSV, AgentHouse
from tests.integration.agent_svc.model_house import FINE, ModelGuest, uses_all
from tests_support.scripted_model import says

PLAIN = Case(id="yield", chart="scatter", data=CSV.encode())
ASKED = Case(id="yield", chart="scatter", data=CSV.encode(), change="a logarithmic y axis, please")


async def evaluated(house: AgentHouse, *cases: Case) -> Report:
    assert house.agent is not None
    clock = SystemClock()
    async with open_channel(house.agent.address) as channel:
        calls = Calls(channel)
        status = await calls.status()
        attempts = Attempts(calls, clock, priced(status.models, read_prices()))
        results = await run_cases(cases, attempts, 2, lambda _result: None)
    return reported(results, provider=status.provider, models=status.models, seconds=1, clock=clock)


async def test_a_change_in_words_is_reported_with_its_calls_tokens_and_cost_and_is_worse_than_none(
    ada: ModelGuest,
) -> None:
    ada.server.will(FINE)
    before = await evaluated(ada.house, PLAIN)
    assert (before.provider, before.models) == ("anthropic", ("claude-haiku-5-5",))
    assert (before.totals.passed, before.totals.model_calls, before.totals.cost_usd) == (1, 0, 0)

    set_options = ("set_options", {"options": {"log_y": True}})
    ada.server.will(FINE, FINE, uses_all(set_options, ("plot_pipeline", {})), says("The y axis is logarithmic now."))
    after = await evaluated(ada.house, ASKED)
    (case,) = after.cases
    assert (case.passed, case.outcome) == (True, "ok")
    assert case.model_calls > 0
    assert case.cost_usd == pytest.approx(case.tokens * read_prices()["claude-haiku-5-5"].input / 1_000_000)
    assert case.cost_usd

    diff = compare(before, after, Tolerance())
    assert [line.split(";")[1] for line in diff.worse] == [" it was 0", " it was 0", " it was 0"]
    assert compare(after, after, Tolerance()).worse == ()


async def test_a_case_may_be_larger_than_a_paste_and_in_an_encoding_of_the_west(house: AgentHouse) -> None:
    rows = "".join(f"Fläche {number % 3} östlich des Grabens;{number / 10:.1f}\r\n" for number in range(7_000))
    data = f"Schlag;Größe (ha)\r\n{rows}".replace(".", ",").encode("cp1252")
    assert len(data) > 200 * 1024
    size = ColumnExpectation(type="number", total=sum(range(7_000)) / 10)
    case = Case(id="large", chart="bar", data=data, expect=Expectation(rows=7_000, columns={"Größe (ha)": size}))
    (result,) = (await evaluated(house, case)).cases
    assert (result.outcome, result.differences) == ("ok", ())


async def test_a_case_that_the_agent_refuses_is_an_outcome_and_leaves_no_session(house: AgentHouse) -> None:
    wrong = Case(id="wrong", chart="scatter", data=CSV.encode(), bindings={"x": ("Nothing",)})
    unknown = Case(id="unknown", chart="scater", data=CSV.encode())
    report = await evaluated(house, wrong, unknown)
    assert [(case.id, case.outcome, case.reason) for case in report.cases] == [
        ("unknown", "error", "session_expired"),
        ("wrong", "refused", "invalid"),
    ]
    assert "scatter" in report.cases[0].detail
    assert "Nothing" in report.cases[1].detail
    assert (await house.guest("local").call("ListSessions")).sessions == []
