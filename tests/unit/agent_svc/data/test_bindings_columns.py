"""Which columns go across, share an axis or come last by default, as their names and values tell."""

from __future__ import annotations

import pytest

from agent_svc.data import default_bindings, read
from tests.unit.agent_svc.data.test_bindings import CATEGORY, GROUP, YS, Role, Y

CELLS = [
    Role("x", ("text", "date", "number")),
    Role("y", ("text", "date", "number")),
    Role("value", ("number",)),
]
ALONG = [Role("x", ("date", "number", "text")), Y, Role("group", ("text",), required=False)]
PLACES = "City,{head},Rain\n" + "".join(
    f"{city},{{{time}}},{time + 2}\n" for city in ("Bonn", "Ulm") for time in (0, 1)
)
TIMES = {
    "days": ("Day", "2024-01-01", "2024-01-02"),
    "years": ("Year", "2019", "2020"),
    "months": ("Month", "Jan", "Feb"),
    "quarters": ("Quarter", "Q1 2023", "Q2 2023"),
}


@pytest.mark.parametrize(("head", "first", "second"), TIMES.values(), ids=TIMES)
def test_time_goes_across_whatever_stands_before_it(head: str, first: str, second: str) -> None:
    columns = read(PLACES.format(first, second, head=head)).profile.columns
    assert default_bindings(columns, CELLS) == {"x": head, "y": "City", "value": "Rain"}
    assert default_bindings(columns, ALONG) == {"x": head, "y": "Rain", "group": "City"}


def test_of_two_kinds_of_names_the_fewer_go_across_and_the_first_ones_down_when_they_are_as_many() -> None:
    fewer = read("Soil,Crop,Yield\nclay,Beet,1\nsand,Leek,2\nclay,Kale,3\n").profile.columns
    alike = read("true,pred,n\ncat,cat,5\ncat,dog,1\ndog,cat,2\ndog,dog,7\n").profile.columns
    assert default_bindings(fewer, CELLS) == {"x": "Soil", "y": "Crop", "value": "Yield"}
    assert default_bindings(alike, CELLS) == {"x": "pred", "y": "true", "value": "n"}


def test_a_sum_is_not_measured_beside_its_parts_while_a_total_of_something_else_comes_first() -> None:
    parts = read("Branch,Pumps,Seals,Total\nBonn,9,5,14\nKiel,8,4,12\n").profile.columns
    order = read("Branch,Qty,Price,Total\nBonn,9,5,45\nKiel,8,4,32\n").profile.columns
    assert default_bindings(parts, [CATEGORY, YS])["y"] == ["Pumps", "Seals"]
    assert default_bindings(order, [CATEGORY, Y])["y"] == "Total"


def test_measures_of_different_kinds_share_no_axis_unless_their_unit_is_the_same() -> None:
    kinds = read("Name,Age,Height,Weight\nAnna,34,170,65\nBen,41,182,80\n").profile.columns
    money = read("Branch,Revenue,Cost,Other\nBonn,9,5,3\nKiel,8,4,2\n").profile.columns
    units = read("City,Wind (%),Rain (%)\nBonn,9,5\nKiel,8,4\n").profile.columns
    assert default_bindings(kinds, [CATEGORY, YS])["y"] == ["Age"]
    assert default_bindings(money, [CATEGORY, YS])["y"] == ["Revenue", "Cost", "Other"]
    assert default_bindings(units, [CATEGORY, YS])["y"] == ["Wind (%)", "Rain (%)"]


def test_names_go_before_codes() -> None:
    columns = read("Area code,Area name,Rain\nE1,Leeds,3\nE2,York,4\nE1,Leeds,5\n").profile.columns
    assert default_bindings(columns, [CATEGORY, Y, GROUP]) == {
        "category": "Area name",
        "y": "Rain",
        "group": "Area code",
    }


def test_what_never_changes_is_measured_last() -> None:
    columns = read("Team,Played,Lost\nA,34,5\nB,34,9\n").profile.columns
    assert default_bindings(columns, [CATEGORY, Y])["y"] == "Lost"
