"""The reason of a suggestion is true of what the chart shows once it is taken."""

from __future__ import annotations

from agent_svc.data import default_bindings, read
from agent_svc.data.steps import unstepped
from agent_svc.data.suggestions.shown import LOGARITHMIC
from agent_svc.data.suggestions.suggest import Suggestion, suggest
from tests_support.shipped import shipped_catalogue

CHARTS = {chart.id: chart.roles for chart in shipped_catalogue().charts.values()}


def suggested(text: str) -> dict[str, Suggestion]:
    return {one.chart_id: one for one in suggest(unstepped(read(text)), CHARTS)}


def bound(text: str, chart: str) -> dict[str, str | list[str]]:
    return default_bindings(read(text).profile.columns, CHARTS[chart])


def channels(count: int) -> str:
    names = [f"ch{number}" for number in range(1, count + 1)]
    rows = (
        ",".join([str(row), *(f"{number}.{row * (number + 1) % 7}" for number in range(count))]) for row in range(12)
    )
    return "\n".join([",".join(["t (s)", *names]), *rows]) + "\n"


def test_more_measures_than_a_chart_has_room_for_go_to_one_that_shows_all() -> None:
    text = channels(13)
    assert next(iter(suggested(text))) == "line-multi"
    assert bound(text, "line-multi")["y"] == [f"ch{number}" for number in range(1, 14)]


def test_a_chart_without_room_for_all_measures_says_which_it_shows() -> None:
    assert suggested(channels(13))["line"].why.endswith("There is room for 8 of the 13 measures: “ch1” to “ch8”.")


def test_a_chart_with_room_for_all_measures_says_nothing_of_room() -> None:
    assert not any("room" in one.why for one in suggested(channels(3)).values())


def test_measures_that_are_set_against_one_another_need_no_common_axis() -> None:
    text = "Mass (kg),Length (m),Time (s),Age\n" + "".join(f"{n % 5},{n % 7},{n % 3},{n % 4}\n" for n in range(20))
    assert suggested(text)["correlation"].why == "How 4 measures go together."
    assert bound(text, "correlation")["y"] == ["Mass (kg)", "Length (m)", "Time (s)", "Age"]


def test_a_measure_that_never_changes_goes_together_with_nothing() -> None:
    text = "a,b,c,d,same\n" + "".join(f"{n % 5},{n % 7},{n % 3},{n % 4},1\n" for n in range(20))
    assert bound(text, "correlation")["y"] == ["a", "b", "c", "d"]


def test_a_reason_that_tells_axes_names_the_columns_that_are_on_them() -> None:
    text = "Breite;Höhe;Wert\n2023,5;1;12,4\n2023;2;13,0\n2023;3;15,1\n2024;1;12,0\n2024;2;12,9\n"
    for chart, reason in (
        ("bubble", "“{y}” against “{x}”, sized by “{size}”."),
        ("scatter", "“{y[0]}” against “{x}”."),
    ):
        assert suggested(text)[chart].why == reason.format(**bound(text, chart))


def test_names_with_dollars_and_braces_stand_in_reasons_as_they_are() -> None:
    text = "Cost $x,{y}\n" + "".join(f"{n * 13 % 40},{n * 7 % 11}\n" for n in range(30))
    assert suggested(text)["scatter"].why == "“{y}” against “Cost $x”."


def test_a_lone_amount_between_gaps_is_measured_though_it_could_be_a_year() -> None:
    text = "Date,Debit,Credit\n2024-02-01,,\n2024-02-03,45.20,\n2024-02-05,,2100.00\n2024-02-09,950.00,\n"
    assert suggested(text)["line-multi"].why == "2 measures over the same dates in “Date”."
    assert bound(text, "line-multi")["y"] == ["Debit", "Credit"]


def test_places_share_no_axis_with_what_is_measured_there() -> None:
    text = "time,mag,longitude,latitude\n" + "".join(f"2024-03-{n:02d},{n % 5}.1,{n},{n + 40}\n" for n in range(1, 20))
    assert bound(text, "line-timeseries")["y"] == ["mag"]


def test_amounts_over_many_powers_of_ten_are_offered_with_the_axis_that_shows_them() -> None:
    rows = "".join(f"s{place},{10.0**place}\n" for place in range(-8, 8))
    assert (
        "“conc” runs over 15 powers of ten: a logarithmic y axis"
        in suggested(f"substance,conc\n{rows}")["bar-horizontal"].why
    )
    assert "powers" not in suggested(f"substance,conc\n{rows.replace('1e-08', '0')}")["bar-horizontal"].why


def test_every_chart_that_is_offered_a_logarithmic_axis_has_one() -> None:
    charts = {chart.id: chart for chart in shipped_catalogue().charts.values()}
    assert all(any(one.name == "log_y" for one in charts[name].options) for name in LOGARITHMIC)
