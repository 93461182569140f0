"""Accounts write the currency in the first row and at totals alone: all amounts are in it; where that is open, told."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, ColumnType, NoticeKind, Reading, Subject, read

ACCOUNTS = "Item\tFY2024\nRevenue\t$ 1,200\nCosts\t(900)\nTax\t(50)\nNet\t$ 250\n"


def test_amounts_without_the_sign_of_the_first_and_the_last_are_in_its_currency() -> None:
    found = read(ACCOUNTS)
    assert (found.columns[1].type, found.columns[1].unit) == (ColumnType.NUMBER, "$")
    assert [row[1] for row in found.preview][:3] == ["1200", "-900", "-50"]
    assert [one.kind for one in found.warnings if one.column] == [NoticeKind.CONVERTED]


def test_amounts_below_a_lone_sign_are_asked_about() -> None:
    found = read("Item\tCost\nRent\t$1,200\nWages\t900\nTravel\t50\n")
    decision = found.report.find(Subject.TYPE, "Cost")
    assert decision is not None
    assert (decision.chosen, decision.certainty, decision.alternatives) == ("number", Certainty.AMBIGUOUS, ("text",))


def test_amounts_between_two_signs_that_lead_from_the_first_to_the_last_need_no_question() -> None:
    assert not read("Item\tCost\nRevenue\t$500\nCosts\t300\nProfit\t$200\n").report.ambiguous


@pytest.mark.parametrize("more", ["", "Costs\t(300)\n"])
def test_customers_between_revenue_and_profit_are_asked_about(more: str) -> None:
    found = read(f"Metric\tQ1\nRevenue\t$500\n{more}Customers\t40\nProfit\t$120\n")
    assert [(one.subject, one.alternatives) for one in found.report.ambiguous] == [(Subject.TYPE, ("text",))]


SHARES = "Item\tFY2024\nRevenue\t$1,200\nGrowth\t5.5\nOrders\t80\n"


@pytest.mark.parametrize("text", [SHARES, "Item\tv\nRent\t50\nWages\t$900\nTravel\t80\n"])
def test_numbers_with_other_decimals_or_on_both_sides_of_the_sign_stay_text(text: str) -> None:
    assert read(text).columns[1].type is ColumnType.TEXT


def test_a_column_that_is_said_to_be_numbers_loses_none_for_want_of_a_sign() -> None:
    found = read(SHARES, Reading().choose(Subject.TYPE, "number", "FY2024"))
    assert [row[1] for row in found.preview] == ["1200", "5.5", "80"]
