"""What people say: every line of said.yaml leads to exactly what it says."""

from __future__ import annotations

import pytest

from agent_svc.models.chat_model import Answer, Change
from agent_svc.models.offline.provider import OfflineModel, answer_to
from tests.unit.agent_svc.models.offline.said import Case, cases

CASES = cases()
CHANGED = [case for case in CASES if case.expected is not None]
MISSED = [case for case in CASES if case.missed is not None]
HELPED = [case for case in CASES if case.helps]


def named(case: Case) -> str:
    return f"{case.topic}: {case.say}"


def test_the_table_has_cases_of_every_kind_and_in_number() -> None:
    assert len(CASES) == len(CHANGED) + len(MISSED) + len(HELPED)
    assert len(CHANGED) >= 300
    assert len(MISSED) >= 40


@pytest.mark.parametrize("case", CHANGED, ids=named)
def test_what_is_understood_changes_exactly_that(case: Case) -> None:
    assert answer_to(case.say, case.scene) == case.expected


@pytest.mark.parametrize("case", MISSED, ids=named)
def test_what_is_not_understood_is_quoted_back_with_the_nearest_and_the_reason(case: Case) -> None:
    reply = answer_to(case.say, case.scene)
    assert isinstance(reply, Answer)
    assert f"“{case.missed}”" in reply.text or f"„{case.missed}“" in reply.text
    assert case.offers in reply.text
    assert case.because.casefold() in reply.text.casefold()
    assert reply.text.endswith(("Nothing was changed.", "Es wurde nichts geändert."))


@pytest.mark.parametrize("case", HELPED, ids=named)
def test_help_lists_what_this_chart_can_do(case: Case) -> None:
    reply = answer_to(case.say, case.scene)
    assert isinstance(reply, Answer)
    assert case.helps in reply.text


@pytest.mark.parametrize("case", CHANGED, ids=named)
def test_what_comes_of_it_is_what_the_chart_takes(case: Case) -> None:
    change = case.expected
    assert change is not None
    chart = case.scene.charts[change.chart_id or case.scene.chart.id]
    chart.validate_options({name: value for name, value in change.options.items() if value is not None})
    assert all(chart.role(role) is not None for role in change.bindings)


async def test_the_provider_reads_the_same_off_the_loop() -> None:
    case = CHANGED[0]
    reply = await OfflineModel().read(case.say, case.scene)
    assert isinstance(reply, Change)
    assert reply == case.expected
