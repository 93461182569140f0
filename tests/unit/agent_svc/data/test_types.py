"""Types: what a column is, which words are missing values, and what kept it from being more."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, ColumnType, Dataset, NoticeKind, Reading, Subject, read
from agent_svc.data.errors import UnknownChoiceError


def table(*cells: str, reading: Reading | None = None) -> Dataset:
    return read("k\tv\n" + "".join(f"r{i}x\t{cell}\n" for i, cell in enumerate(cells)), reading or Reading())


def values(dataset: Dataset) -> list[str]:
    return [row[1] for row in dataset.preview]


@pytest.mark.parametrize(
    ("cells", "booleans"),
    [
        (("ja", "nein"), ["true", "false"]),
        (("Ja", "NEIN", "ja"), ["true", "false", "true"]),
        (("yes", "no", ""), ["true", "false", ""]),
        (("TRUE", "false"), ["true", "false"]),
        (("wahr", "k. A.", "falsch"), ["true", "", "false"]),
    ],
)
def test_yes_and_no_words_are_booleans(cells: tuple[str, ...], booleans: list[str]) -> None:
    dataset = table(*cells)
    assert dataset.columns[1].type is ColumnType.BOOLEAN
    assert values(dataset) == booleans


@pytest.mark.parametrize("cells", [("ja", "no"), ("yes", "maybe"), ("NO", "NO"), ("0", "1"), ("t", "f")])
def test_other_words_are_no_booleans(cells: tuple[str, ...]) -> None:
    assert table(*cells).columns[1].type is not ColumnType.BOOLEAN


@pytest.mark.parametrize("word", ["NA", "n/a", "NaN", "-", "–", "k. A.", "k.A.", "null", "NULL", "leer", "#N/A", " "])
def test_words_for_no_value_are_missing_in_every_column(word: str) -> None:
    assert values(table("1.5", word)) == ["1.5", ""]
    assert values(table("Weizen", word)) == ["Weizen", ""]


@pytest.mark.parametrize("word", ["none", "?", "unbekannt", "#DIV/0!", "."])
def test_words_that_may_be_labels_are_missing_only_beside_values(word: str) -> None:
    assert values(table("1.5", word)) == ["1.5", ""]
    assert values(table("Weizen", word)) == ["Weizen", word]


@pytest.mark.parametrize(("cells", "kept"), [(("DE", "NA", "ZA"), "NA"), (("+", "-", "+"), "-")])
def test_a_country_code_and_a_sign_are_no_missing_values(cells: tuple[str, ...], kept: str) -> None:
    assert values(table(*cells))[1] == kept


@pytest.mark.parametrize(
    ("cells", "kept"),
    [
        (("Na", "Mg", "K"), "Na"),
        (("Na", "K", "Na", "K"), "Na"),
        (("Na+", "Na", "Cl-"), "Na"),
        (("Null", "Smith", "Miller"), "Null"),
    ],
)
def test_a_word_that_is_written_as_the_other_names_is_one_of_them(cells: tuple[str, ...], kept: str) -> None:
    dataset = table(*cells)
    assert kept in values(dataset)
    assert "" not in values(dataset)
    flipped = table(*cells, reading=Reading().choose(Subject.MISSING, "missing", "v"))
    assert kept not in values(flipped)


@pytest.mark.parametrize(
    ("cells", "sure"),
    [
        (("NaN", "TP53", "BRCA1"), Certainty.AMBIGUOUS),
        (("nan", "bob", "alice"), Certainty.AMBIGUOUS),
        (("NA", "Ulm", "NA", "Bonn"), Certainty.LIKELY),
        (("Null", "Ulm", "Ulm", "Bonn"), Certainty.LIKELY),
    ],
)
def test_names_that_are_left_out_as_missing_are_told(cells: tuple[str, ...], sure: Certainty) -> None:
    dataset = table(*cells)
    assert values(dataset)[0] == ""
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.AMBIGUOUS]
    decision = dataset.report.find(Subject.MISSING, "v")
    assert decision is not None
    assert decision.certainty is sure


@pytest.mark.parametrize("cells", [("Ulm", "null"), ("Ulm", "n/a"), ("1.5", "NA"), ("2024-01-31", "NaN"), ("NA", "")])
def test_words_that_are_no_names_are_left_out_without_a_warning(cells: tuple[str, ...]) -> None:
    assert table(*cells).warnings == ()


def test_missing_words_are_counted_in_the_report_and_can_be_kept_as_text() -> None:
    decision = table("Weizen", "leer", "leer").report.find(Subject.MISSING, "v")
    assert decision is not None
    assert "“leer” (2)" in decision.evidence
    kept = table("Weizen", "leer", "leer", reading=Reading().choose(Subject.MISSING, "text", "v"))
    assert values(kept) == ["Weizen", "leer", "leer"]


def test_ids_with_leading_zeros_stay_text_and_may_be_flipped() -> None:
    dataset = table("007", "012")
    decision = dataset.report.find(Subject.TYPE, "v")
    assert values(dataset) == ["007", "012"]
    assert decision is not None
    assert (decision.chosen, decision.certainty, decision.alternatives) == ("text", Certainty.LIKELY, ("number",))
    assert values(table("007", "012", reading=Reading().choose(Subject.TYPE, "number", "v"))) == ["7", "12"]


def test_a_few_words_among_numbers_keep_the_column_text_and_are_named() -> None:
    dataset = table("1.5", "2.5", "few", "3.5")
    assert dataset.columns[1].type is ColumnType.TEXT
    (notice,) = dataset.warnings
    assert (notice.kind, notice.rows) == (NoticeKind.UNREADABLE, (4,))
    assert "“few” (row 4) is not" in notice.message


def test_limits_among_numbers_are_named_with_what_to_do() -> None:
    (notice,) = table("1.5", "2.5", "<0.1", "3.5").warnings
    assert (notice.kind, notice.rows) == (NoticeKind.UNREADABLE, (4,))
    assert notice.message == (
        "“v” stays text: “<0.1” (row 4) is a limit and no value; write what should stand for it, "
        "or read the column as a number to leave it empty."
    )


@pytest.mark.parametrize(
    "cells", [("+3:27", "+4:30"), ("1.234:-", "98:-"), ("\\1,200", "\\980"), ("7.5 E", "9.1 E"), ("1·234", "0·5")]
)
def test_what_is_made_like_numbers_with_signs_that_are_not_known_is_told(cells: tuple[str, ...]) -> None:
    dataset = table(*cells)
    assert dataset.columns[1].type is ColumnType.TEXT
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.UNREADABLE]


@pytest.mark.parametrize("cells", [("50.94, 6.95", "50.73, 7.09"), ("POINT(6.95 50.94)", "POINT(7.09 50.73)")])
def test_two_numbers_in_a_cell_are_told(cells: tuple[str, ...]) -> None:
    (notice,) = table(*cells).warnings
    assert "two numbers" in notice.message


def test_days_without_a_year_under_a_name_of_dates_are_told() -> None:
    (notice,) = read("Datum;v\n05.01.;1\n06.02.;2\n").warnings
    assert "“05.01.” has no year" in notice.message
    assert read("Kapitel;v\n05.01;1\n06.02;2\n").warnings == ()


@pytest.mark.parametrize(
    "cells",
    [("#12", "#13"), ("§12", "§13"), ("7E", "9N"), ("A-12", "B-13"), ("room 5", "room 7"), ("10.0.0.1", "10.0.0.2")],
)
def test_ids_are_text_without_a_word(cells: tuple[str, ...]) -> None:
    assert table(*cells).warnings == ()


def test_letters_behind_whole_numbers_are_magnitudes_only_where_somebody_says_that_they_are_numbers() -> None:
    assert values(table("12B", "7K", "3")) == ["12B", "7K", "3"]
    chosen = table("12B", "7K", "3", reading=Reading().choose(Subject.TYPE, "number", "v"))
    assert values(chosen) == ["12000000000", "7000", "3"]


@pytest.mark.parametrize(
    ("cells", "unit", "numbers"),
    [
        (("5m", "7M"), None, ["5000000", "7000000"]),
        (("1.2b", "340m"), None, ["1200000000", "340000000"]),
        (("$5m", "$7m", "$900"), "$", ["5000000", "7000000", "900"]),
        (("5m", "7m"), "m", ["5", "7"]),
        (("5m", "30s"), "s", ["300", "30"]),
        (("1H 30M", "2H"), "min", ["90", "120"]),
    ],
)
def test_a_letter_m_is_a_million_a_metre_or_a_minute_by_what_stands_beside_it(
    cells: tuple[str, ...], unit: str | None, numbers: list[str]
) -> None:
    dataset = table(*cells)
    assert (dataset.columns[1].unit, values(dataset)) == (unit, numbers)


def test_durations_are_numbers_of_the_smallest_unit_that_is_written() -> None:
    dataset = table("1d 2h", "3h", "90min")
    assert (dataset.columns[1].unit, values(dataset)) == ("min", ["1560", "180", "90"])


def test_times_that_may_be_of_day_are_seconds_only_where_somebody_says_so() -> None:
    assert values(table("1:02:03", "0:45:10")) == ["1:02:03", "0:45:10"]
    chosen = table("1:02:03", "0:45:10", reading=Reading().choose(Subject.TYPE, "number", "v"))
    assert (chosen.columns[1].unit, values(chosen)) == ("s", ["3723", "2710"])


def test_a_chosen_type_leaves_what_does_not_fit_empty_and_says_so() -> None:
    dataset = table("1.5", "2.5", "<0.1", "3.5", reading=Reading().choose(Subject.TYPE, "number", "v"))
    assert values(dataset) == ["1.5", "2.5", "", "3.5"]
    assert dataset.warnings[0].message == "“v”: 1 cell that cannot be read as number left empty (row 4)."


def test_a_column_of_values_can_be_chosen_to_be_text_as_written() -> None:
    assert values(table("01.02.2024", "1,50", reading=Reading().choose(Subject.TYPE, "text", "v"))) == [
        "01.02.2024",
        "1,50",
    ]


def test_ones_and_zeros_can_be_chosen_to_be_booleans() -> None:
    assert values(table("1", "0", reading=Reading().choose(Subject.TYPE, "boolean", "v"))) == ["true", "false"]


@pytest.mark.parametrize("type_", ["number", "date", "boolean"])
def test_a_type_that_no_value_has_is_refused(type_: str) -> None:
    with pytest.raises(UnknownChoiceError, match=r"No value of the column “v” can be read as .*leave it as text"):
        table("Weizen", "Roggen", reading=Reading().choose(Subject.TYPE, type_, "v"))


def test_a_column_without_values_is_text() -> None:
    assert table("", "NA").columns[1].type is ColumnType.TEXT


def test_text_is_trimmed_and_otherwise_as_written() -> None:
    assert values(table(" two  words ", "Äpfel; 5")) == ["two  words", "Äpfel; 5"]


def test_every_column_has_a_decision_on_its_type() -> None:
    dataset = read("d;n;b;t\n01.02.2024;1,5;ja;x\n02.02.2024;2,5;nein;y\n")
    chosen = {d.column: d.chosen for d in dataset.report.decisions if d.subject is Subject.TYPE}
    assert chosen == {"d": "date", "n": "number", "b": "boolean", "t": "text"}


@pytest.mark.parametrize("cells", [("5,-", "7,50", "9,-"), ("1_000", "20_000"), ("1_000", "5")])
def test_amounts_that_are_written_in_another_way_stay_text_and_are_told(cells: tuple[str, ...]) -> None:
    dataset = table(*cells)
    assert dataset.columns[1].type is ColumnType.TEXT
    assert [(notice.kind, cells[0] in notice.message) for notice in dataset.warnings] == [(NoticeKind.UNREADABLE, True)]
