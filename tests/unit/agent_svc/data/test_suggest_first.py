"""Which columns the first picture is of: what is measured, and not what only numbers, ranks or annotates the rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_svc.data import default_bindings, read
from agent_svc.data.suggestions.facts import facts_of
from agent_svc.data.suggestions.order import over_time
from tests_support.wide_tables import CHARTS, suggested, taken


def first(text: str) -> tuple[str, dict[str, str | list[str]]]:
    """The best chart, and what its roles start from."""
    best = suggested(text)[0]
    return best.chart_id, default_bindings(taken(text, best).dataset.profile.columns, CHARTS[best.chart_id])


def table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


@pytest.mark.parametrize(
    "year", ["Year", "Kalenderjahr", "Année", "Año", "Anno", "Rok", "År", "Jaar", "год", "年", "date", "TIME_PERIOD"]
)
def test_years_are_what_a_line_goes_along_in_every_language(year: str) -> None:
    rows = [f"{land},{2015 + n},{n * 7 % 11 + 300}" for n in range(6) for land in "AB"]
    assert first(table(f"Land,{year},Sold", *rows)) == ("line-multi", {"x": year, "y": ["Sold"], "group": "Land"})


def test_a_year_that_all_rows_share_is_no_axis() -> None:
    rows = [f"2023,{crop},{soil},{n}" for n, (crop, soil) in enumerate((c, s) for c in "ABC" for s in "xy")]
    assert first(table("Year,Crop,Soil,Yield", *rows))[0] == "bar-grouped"


@pytest.mark.parametrize(
    "name",
    ["Kontonummer", "Account number", "PassengerId", "Kundennr", "IBAN", "Bib", "Rank", "Pos", "Platz", "PLZ", "Nr."],
)
def test_numbers_that_only_name_or_rank_the_rows_are_not_what_is_measured(name: str) -> None:
    rows = [f"{n + 1},{who},{n * 7 % 11 + 30}" for n, who in enumerate(["Ann", "Bob", "Cai", "Dan"])]
    assert first(table(f"{name},Who,Sold", *rows)) == ("bar", {"x": "Who", "y": "Sold"})


@pytest.mark.parametrize("order", ["Mean,SD,n", "n,Mean,SD", "SD,Mean,n"])
def test_a_mean_is_measured_and_its_deviation_is_its_error(order: str) -> None:
    cells = {"Mean": "5.{n}", "SD": "0.{n}", "n": "1{n}"}
    rows = [f"{crop},{','.join(cells[name] for name in order.split(',')).replace('{n}', str(n))}" for n, crop in CROPS]
    assert first(table(f"Crop,{order}", *rows)) == ("errorbar", {"x": "Crop", "y": "Mean", "error": "SD"})


@pytest.mark.parametrize("name", ["Account", "Sample", "Item no"])
def test_words_are_names_whatever_their_column_is_called(name: str) -> None:
    assert first(table(f"{name},2022,2023", "Rent,9,8", "Wages,5,6", "Tax,3,4"))[1]["x"] == name


def test_a_table_that_measures_something_has_a_first_picture() -> None:
    assert first(table("Change,x,Time", "-20,23.5,1:10", "-13,10.5,2:11", "-6,12.5,3:12"))[0] == "scatter"


def test_a_deviation_beside_nothing_but_numbers_of_rows_is_measured() -> None:
    assert first(table("id,Crop,SD", "1,Beet,0.2", "2,Kale,0.4", "3,Leek,0.3")) == ("bar", {"x": "Crop", "y": "SD"})


def test_directions_of_the_wind_make_no_lines_over_time() -> None:
    rows = [f"2024-03-{n + 1:02d},{10 + n % 5},{['N', 'NNE', 'SW', 'W'][n % 4]}" for n in range(12)]
    assert first(table("Date,Temp,Wind Dir", *rows)) == ("line-timeseries", {"x": "Date", "y": ["Temp"]})


@pytest.mark.parametrize("name", ["error rate", "test error", "Error code"])
def test_mistakes_that_are_counted_or_measured_are_no_bars_around_others(name: str) -> None:
    rows = [f"{n},{20 - n}.5,{9 - n % 7}.2" for n in range(1, 9)]
    assert first(table(f"epoch,loss,{name}", *rows))[0] != "errorbar"


def test_sweden_is_no_error_of_its_neighbours() -> None:
    years = [f"{2015 + n},{n * 7 % 5 + 30},{n * 3 % 5 + 31},{n + 29}" for n in range(6)]
    assert first(table("Year,DE,SE,FI", *years)) == ("line-multi", {"x": "Year", "y": ["DE", "SE", "FI"]})


@pytest.mark.parametrize("name", ["subject", "Patient", "Well"])
def test_numbers_of_people_are_no_axis(name: str) -> None:
    rows = [f"{n + 101},{'AB'[n % 2]},{n * 7 % 11 + 30}" for n in range(6)]
    assert first(table(f"{name},Group,Score", *rows)) == ("strip", {"x": "Group", "y": ["Score"]})


def test_ranks_are_measured_where_nothing_else_is() -> None:
    assert first(table("Who,Rank", "Ann,2", "Bob,1", "Cai,3"))[1] == {"x": "Who", "y": "Rank"}


@pytest.mark.parametrize(
    ("head", "points"),
    [("Pos,Team,Pld,W,D,L,GF,GA,GD,Pts", "Pts"), ("Platz,Verein,Spiele,S,U,N,Tore,Gegentore,Diff,Punkte", "Punkte")],
)
def test_a_league_table_is_of_points(head: str, points: str) -> None:
    rows = [f"{n + 1},{club},34,{20 - n},6,{8 + n},{60 - n},{30 + n},{30 - 2 * n},{66 - 3 * n}" for n, club in CLUBS]
    assert first(table(head, *rows))[1]["y"] == points


CROPS = list(enumerate(["Beet", "Kale", "Leek"], 1))
CLUBS = list(enumerate(["Bonn", "Kiel", "Ulm", "Jena"]))


@pytest.mark.parametrize("name", ["Lap", "Spieltag", "Week", "epoch", "KW"])
def test_rounds_are_what_a_line_goes_along(name: str) -> None:
    rows = [f"{n},{who},{n * 7 % 11 + 80}.5" for n in range(1, 9) for who in ("Ann", "Bob")]
    assert first(table(f"{name},Who,Time", *rows)) == ("line-multi", {"x": name, "y": ["Time"], "group": "Who"})


def test_months_in_numbers_of_several_years_are_cells() -> None:
    rows = [f"{year},{month},{year % 7 + month}.5" for year in (2021, 2022, 2023) for month in range(1, 13)]
    assert first(table("År,Måned,Regn", *rows))[0] == "heatmap"


def test_replicates_and_flags_are_no_measure_beside_others() -> None:
    doses = [f"{dose},{n},{dose * 3 + n}.5,{n % 2}" for dose in (0, 1, 3, 10, 30) for n in (1, 2, 3)]
    assert first(table("Dose,Replicate,Response,Valid", *doses)) == ("scatter", {"x": "Dose", "y": ["Response"]})


def test_places_are_drawn_as_on_a_map() -> None:
    rows = ["Berlin,52.52,13.4,3677", "Hamburg,53.55,9.99,1906", "Köln,50.9,6.9,1073", "Ulm,48.4,9.98,126"]
    bound = {"x": "Longitude", "y": "Latitude", "size": "People"}
    assert first(table("City,Latitude,Longitude,People", *rows)) == ("bubble", bound)


def test_directions_of_the_compass_stand_around_it() -> None:
    rows = [f"{name},{n * 7 % 11 + 1}" for n, name in enumerate("N NO O SO S SW W NW".split())]  # noqa: SIM905
    assert first(table("Richtung,Wind", *rows)) == ("polar-bar", {"x": "Richtung", "y": "Wind"})


def test_single_amounts_of_a_ledger_are_added_up_for_each_group() -> None:
    rows = [f"2024-01-{n + 1:02d},{'food rent fun'.split()[n * 7 % 3]},{n}.5" for n in range(30)]  # noqa: SIM905
    text = table("Date,Category,Amount", *rows)
    assert first(text)[0] == "bar"
    assert [step.arguments["op"] for step in suggested(text)[0].steps] == ["aggregate"]


def test_temperatures_at_odd_times_are_added_up_by_nobody() -> None:
    rows = [f"2024-01-{n + 1:02d},{'ABC'[n * 7 % 3]},{n}.5" for n in range(30)]
    assert first(table("Date,Place,Temperature", *rows))[0] == "line-multi"


def test_women_and_men_under_one_another_are_two_sides() -> None:
    rows = [f"{age},{sex},{n + 5}" for n, (age, sex) in enumerate((a, s) for a in ("0-9", "10-19") for s in ("m", "f"))]
    assert first(table("Age,Sex,People", *rows)) == ("pyramid", {"x": "Age", "y": ["m", "f"]})


def test_thousands_of_changes_are_shown_by_how_they_are_spread() -> None:
    text = table("Booking,Change", *(f"B{n:05d},{n * 7919 % 1000 - 500}" for n in range(3000)))
    assert first(text)[0] == "histogram"
    assert "waterfall" not in [one.chart_id for one in suggested(text)]


def test_two_measures_of_hundreds_of_names_are_points() -> None:
    text = table("gene,change,p", *(f"GENE{n},{n * 7919 % 1000 - 500},{n * 31 % 97}" for n in range(400)))
    assert first(text) == ("scatter", {"x": "change", "y": ["p"]})


def test_columns_called_as_the_rows_are_cells_whatever_they_are_called() -> None:
    names = ["age", "weight", "speed", "price"]
    rows = [",".join([a, *("1.0" if a == b else "0.3" for b in names)]) for a in names]
    assert first(table(",".join(["", *names]), *rows))[0] == "heatmap"


def test_remarks_name_no_rows_of_a_wide_table() -> None:
    text = table("Notes,Region,Jan,Feb,Mar", "new,North,1,2,3", "old,South,2,3,4", "none,West,5,4,3")
    assert first(text)[1]["group"] == "Region"


def test_measures_too_small_to_be_seen_beside_others_share_no_axis() -> None:
    text = table("Party,Votes,Seats", "A,14158432,208", "B,8148284,120", "C,4355382,64")
    assert first(text) == ("bar", {"x": "Party", "y": "Votes"})


def test_a_few_days_of_a_sensor_make_no_calendar() -> None:
    rows = [f"2024-03-{1 + n // 24:02d} {n % 24:02d}:00,{n * 7 % 11 + 0.5}" for n in range(96)]
    assert "heatmap-calendar" not in [one.chart_id for one in suggested(table("Time,Temp", *rows))]


def test_pay_of_women_and_men_by_trade_is_no_pyramid() -> None:
    text = table("Sector,Women,Men", "Health,22,26", "Finance,30,35", "Retail,16,18")
    assert first(text)[0] == "bar-grouped"


def test_numbers_of_respondents_are_not_measured_but_counted_over() -> None:
    rows = [f"{n},{'yes' if n % 3 else 'no'},{['18-29', '30-44', '45+'][n % 3]}" for n in range(1, 40)]
    assert "y" not in first(table("Respondent,Remote,Age group", *rows))[1]


def test_of_three_sizes_those_that_are_seen_together_share_an_axis() -> None:
    rows = [f"2021-01-{n + 1:02d},{15000 + n},{500 + n % 7},{180000 - n}" for n in range(20)]
    assert first(table("date,infected,dead,tested", *rows))[1]["y"] == ["infected", "dead"]


def test_what_is_counted_for_each_hour_is_measured() -> None:
    rows = [f"{day},{hour},{hour * 7 % 23 + 5}" for day in ("Mo", "Di", "Mi") for hour in range(6, 20)]
    assert first(table("Wochentag,Stunde,Besucher je Stunde", *rows))[1]["y"] == ["Besucher je Stunde"]


def test_points_of_a_scatter_plot_stand_along_rounds() -> None:
    rows = [f"{n},{who},{n * 7 % 11 + 80}.5" for n in range(1, 9) for who in ("Ann", "Bob")]
    columns = read(table("Lap,Who,Time", *rows)).profile.columns
    assert default_bindings(columns, CHARTS["scatter"]) == {"x": "Lap", "y": ["Time"], "group": "Who"}
    assert default_bindings(columns, CHARTS["histogram"]) == {"x": ["Time"], "group": "Who"}


@pytest.mark.parametrize("time", ["{year}", "{year}-01-01"])
def test_more_groups_than_lines_can_show_over_time_are_cells(time: str) -> None:
    rows = [
        f"{time.format(year=year)},L{chr(97 + n)}nd,{n * year % 17}.5" for n in range(20) for year in range(2015, 2023)
    ]
    assert first(table("Year,Country,Rate", *rows))[0] == "heatmap"


def test_positions_along_something_are_no_ranks() -> None:
    rows = [f"{place * 250},{place * 7 % 11 + 80}" for place in range(12)]
    assert first(table("Position,Coverage", *rows)) == ("line", {"x": "Position", "y": ["Coverage"]})


@pytest.mark.parametrize(("rows", "best"), [(10_000, "line-multi"), (150_000, "small-multiples")])
def test_lines_of_so_many_points_that_they_cover_one_another_are_a_picture_each(rows: int, best: str) -> None:
    text = table(
        "t,sensor,v",
        *(f"2024-01-0{day} 10:0{day}:0{n},{'ABC'[n]},{n * 7 % 5}.{day}" for day in range(1, 9) for n in range(3)),
    )
    facts = facts_of(replace(read(text).profile, rows=rows))
    assert max(over_time(facts), key=lambda one: one.rank).chart_id == best


@pytest.mark.parametrize("chance", ["p.value", "padj", "P-value", "adj.P.Val", "FDR"])
def test_what_came_by_chance_stands_on_no_axis_with_what_was_estimated(chance: str) -> None:
    text = table(f"term,estimate,{chance}", "age,0.5,0.01", "sex,0.7,0.5", "dose,0.8,0.2")
    assert first(text) == ("bar", {"x": "term", "y": "estimate"})


def test_mistakes_that_outnumber_all_else_are_no_errors_of_it() -> None:
    assert first(table("Schüler;Fehler;Note", "Anna;3;2", "Bernd;7;4", "Carla;1;1"))[0] == "bar-grouped"
    assert first(table("Crop;Yield;Error", "oat;5;1", "rye;7;2", "corn;9;1"))[0] == "errorbar"


def test_an_index_with_decimals_is_of_prices_and_numbers_no_rows() -> None:
    text = table("date,Index", *(f"2024-01-0{n},{99 + n}.{n}" for n in range(1, 8)))
    assert first(text) == ("line-timeseries", {"x": "date", "y": ["Index"]})
    assert first(table("Index,who,n", "0,Ann,5", "1,Bob,7", "2,Cai,6")) == ("bar", {"x": "who", "y": "n"})


def test_peaks_are_numbered_and_not_measured() -> None:
    assert first(table("Peak #,Type,Width", "1,BV,5", "2,VB,6", "3,BB,8")) == ("bar", {"x": "Type", "y": "Width"})


def test_texts_that_some_rows_lack_and_no_two_share_group_none() -> None:
    groups = facts_of(read(table("Place,Who,Gap", "1,Ann,", "2,Bob,+1:12", "3,Cai,+2:30")).profile).groups
    assert not [one.name for one in groups]
