"""What each data step makes of a table."""

from __future__ import annotations

from typing import Any

import pytest

from agent_svc.data import FILE, ColumnType, Dataset, Reading, Subject, read
from agent_svc.data.steps import OPS, Stepped, apply_step, read_step, replay, unstepped
from agent_svc.errors import InvalidError
from tests.unit.agent_svc.data.steps.conftest import Make

Step = dict[str, Any]


def rows(stepped: Stepped) -> list[str]:
    return stepped.dataset.csv.splitlines()


@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ({"column": "Dose (mg)", "test": "at_least", "value": 2.5}, "2.5 4 5"),
        ({"column": "Dose (mg)", "test": "less", "value": 4}, "1 2.5"),
        ({"column": "Dose (mg)", "test": "equal", "value": 4}, "4"),
        ({"column": "Dose (mg)", "test": "missing"}, ""),
        ({"column": "Dose (mg)", "test": "present"}, "1 2.5 4 5"),
        ({"column": "Dose (mg)", "test": "one_of", "values": [1, 5]}, "1 5"),
        ({"column": "Group", "test": "equal", "value": "a"}, "1 2.5"),
        ({"column": "Group", "test": "not_equal", "value": "a"}, " 4 5"),  # a missing group is not “a”
        ({"column": "Group", "test": "none_of", "values": ["b"]}, "1 2.5 5"),
        ({"column": "Month", "test": "contains", "value": "UARY"}, "1 2.5 4 5"),
        ({"column": "Month", "test": "equal", "value": "January"}, "1 4"),
        ({"column": "Day", "test": "greater", "value": "2024-01-03"}, " 4"),
        ({"column": "Day", "test": "at_most", "value": "2024-01-03T00:00"}, "1 2.5"),
        ({"column": "Alive", "test": "equal", "value": True}, "1 "),
        ({"column": "Alive", "test": "not_equal", "value": True}, "2.5 4 5"),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_a_filter_keeps_the_rows_that_pass(make: Make, step: Step, kept: str) -> None:
    doses = [line.split(",")[1] for line in rows(make({"op": "filter", **step}))[1:]]
    assert " ".join(doses) == kept


def test_a_sort_follows_the_calendar_and_leaves_equal_rows_in_their_order(make: Make) -> None:
    sorted_rows = rows(make({"op": "sort", "columns": ["Month"]}))[1:]
    assert [line.split(",")[3] for line in sorted_rows] == ["January", "January", "February", "February", "March"]
    assert [line.split(",")[1] for line in sorted_rows] == ["1", "4", "2.5", "5", ""]


def test_a_sort_puts_missing_cells_last_in_both_directions(make: Make) -> None:
    for descending in (False, True):
        ranked = rows(make({"op": "sort", "columns": ["Dose (mg)"], "descending": descending}))
        assert ranked[-1].startswith("b,,")


def test_top_n_keeps_the_largest(make: Make) -> None:
    largest = rows(make({"op": "top_n", "column": "Dose (mg)", "n": 2}))
    assert [line.split(",")[1] for line in largest[1:]] == ["5", "4"]


def test_an_aggregate_makes_one_row_of_each_group_and_keeps_the_group_that_is_missing(make: Make) -> None:
    values = [{"column": "Dose (mg)", "how": "sum"}, {"column": "Dose (mg)", "how": "count"}]
    assert rows(make({"op": "aggregate", "by": ["Group"], "values": values})) == [
        "Group,Dose (mg) sum,Dose (mg) count",
        "a,3.5,2",
        "b,4,1",
        ",5,1",
    ]


def test_the_sum_of_no_number_is_missing_and_not_zero(table: Dataset) -> None:
    one = {"op": "filter", "column": "Month", "test": "equal", "value": "March"}
    total = {"op": "aggregate", "by": ["Month"], "values": [{"column": "Dose (mg)", "how": "sum"}]}
    assert rows(replay(table, [one, total])) == ["Month,Dose (mg)", "March,"]


def test_an_aggregate_without_values_counts_rows(make: Make) -> None:
    assert rows(make({"op": "aggregate", "by": ["Month"]})) == ["Month,Rows", "January,2", "February,2", "March,1"]


@pytest.mark.parametrize(
    ("interval", "days"),
    [
        ("day", ["2024-01-01", "2024-01-03", "2024-02-05", "2024-02-07", ""]),
        ("week", ["2024-01-01", "2024-02-05", ""]),  # both Mondays
        ("month", ["2024-01-01", "2024-02-01", ""]),
        ("quarter", ["2024-01-01", ""]),
        ("year", ["2024-01-01", ""]),
    ],
)
def test_a_resample_dates_each_interval_by_its_first_day(make: Make, interval: str, days: list[str]) -> None:
    made = rows(make({"op": "resample", "column": "Day", "interval": interval}))
    assert [line.split(",")[0] for line in made[1:]] == days


def test_a_pivot_makes_a_column_of_each_text(make: Make) -> None:
    pivot = {"op": "pivot", "rows": ["Group"], "columns": "Month", "values": "Dose (mg)", "how": "sum"}
    stepped = make(pivot)
    assert rows(stepped) == ["Group,January,February,March", "a,1,2.5,", "b,4,,", ",,5,"]
    assert [column.unit for column in stepped.dataset.columns] == [None, "mg", "mg", "mg"]


def test_a_melt_puts_columns_under_one_another(table: Dataset) -> None:
    wide = read("City,2023,2024\nBonn,1,2\nKiel,3,4\n")
    melt = {"op": "melt", "columns": ["2023", "2024"], "keep": ["City"], "name": "Year", "value": "Rain"}
    assert rows(replay(wide, [melt])) == ["City,Year,Rain", "Bonn,2023,1", "Kiel,2023,3", "Bonn,2024,2", "Kiel,2024,4"]


def test_a_melt_of_counts_and_numbers_keeps_what_is_missing() -> None:
    seen = read("Dose,Seen\n,yes\n2.5,no\n2.5,yes\n")
    count = {"op": "aggregate", "by": ["Dose"], "values": [{"column": "Seen", "how": "count", "name": "n"}]}
    melted = replay(seen, [count, {"op": "melt", "columns": ["Dose", "n"]}])
    assert rows(melted) == ["Series,Value", "Dose,", "Dose,2.5", "n,1", "n,2"]


@pytest.mark.parametrize(
    ("expression", "cells"),
    [
        ("[Dose (mg)] * 2 + 1", ["3", "6", "", "9", "11"]),
        ("2 ^ 3 ^ 0 * [Dose (mg)]", ["2", "5", "", "8", "10"]),
        ("-[Dose (mg)] ^ 2", ["-1", "-6.25", "", "-16", "-25"]),
        ("1 / ([Dose (mg)] - 1)", ["", "0.6666666666666666", "", "0.3333333333333333", "0.25"]),
        ("round(sqrt([Dose (mg)]), 1)", ["1", "1.6", "", "2", "2.2"]),
        ("log([Dose (mg)] - 4)", ["", "", "", "", "0"]),
        ("year(Day) % 100", ["24", "24", "24", "24", ""]),
        ("weekday(Day)", ["1", "3", "1", "3", ""]),
        ("date(20240227 + [Dose (mg)])", ["2024-02-28", "", "", "", ""]),
        ("[Dose (mg)] > 2", ["false", "true", "", "true", "true"]),
        ("Group = 'a'", ["true", "true", "false", "false", ""]),
        ("upper(Group) + '-' + Month", ["A-January", "A-February", "B-March", "B-January", ""]),
        ("length(Month)", ["7", "8", "5", "7", "8"]),
    ],
)
def test_a_derived_column_is_computed_from_others(make: Make, expression: str, cells: list[str]) -> None:
    stepped = make({"op": "derive", "name": "New", "expression": expression})
    assert [line.rsplit(",", 1)[1] for line in rows(stepped)[1:]] == cells


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("dose * 2", "there is no column or function “dose” at 1"),
        ("Group * 2", "text * number at 7 gives nothing"),
        ("[Dose (mg)] +", "a column, a number or a function is missing at 14"),
        ("([Dose (mg)]", "a closing bracket is missing at 13"),
        ("[Dose (mg)] / 0", "divides by zero at 13"),
        ("1 / (2 - 2) * [Dose (mg)]", "the numbers at 3 give no number"),
        ("3 + 4", "names no column"),
        ("Month > 'May'", "text has no order at 7"),
        ("__import__('os')", "there is no column or function “__import__”"),
        ("[Dose (mg)].values", "“.” at 12 means nothing here"),
        ("(" * 40 + "[Dose (mg)]" + ")" * 40, "is nested more than 20 deep"),
        ("-" * 400 + "[Dose (mg)]", "is nested more than 20 deep"),
        ("9 ^ 9 ^ 9 ^ 9 * [Dose (mg)]", "give no number"),
    ],
)
def test_an_expression_that_means_nothing_is_refused_with_its_place(make: Make, expression: str, message: str) -> None:
    with pytest.raises(Exception, match="does not fit") as refused:
        make({"op": "derive", "name": "New", "expression": expression})
    assert message in refused.value.violations[0].message  # type: ignore[attr-defined]


def test_whole_numbers_do_not_wrap_around_in_a_product() -> None:
    big = read("n\n4000000000\n3\n")
    stepped = replay(big, [{"op": "derive", "name": "square", "expression": "n * n * n"}])
    assert rows(stepped)[1] == "4000000000,6.4e+28"


@pytest.mark.parametrize(
    ("step", "column", "cells", "kind"),
    [
        ({"column": "Dose (mg)", "type": "text"}, 1, ["1", "2.5", "", "4", "5"], "text"),
        ({"column": "Day", "type": "text"}, 2, ["2024-01-01", "2024-01-03", "2024-02-05", "2024-02-07", ""], "text"),
        ({"column": "Alive", "type": "text"}, 4, ["yes", "no", "yes", "", "no"], "text"),
        ({"column": "Alive", "type": "number"}, 4, ["1", "0", "1", "", "0"], "number"),
    ],
)
def test_a_column_becomes_another_type(make: Make, step: Step, column: int, cells: list[str], kind: str) -> None:
    stepped = make({"op": "change_type", **step})
    assert [line.split(",")[column] for line in rows(stepped)[1:]] == cells
    assert stepped.dataset.columns[column].type == kind


@pytest.mark.parametrize(
    ("text", "kind", "cells"),
    [
        ("v,w\n1,a\nx,b\n2.5,c\n", "number", ["1", "", "2.5"]),
        ("v,w\n2024-01-01,a\nx,b\ny,c\n", "date", ["2024-01-01", "", ""]),
        ("v,w\nyes,a\nx,b\nno,c\n", "boolean", ["true", "", "false"]),
    ],
)
def test_cells_that_cannot_become_the_type_are_left_empty_and_counted(text: str, kind: str, cells: list[str]) -> None:
    table = read(text)
    as_text = [] if table.columns[0].type is ColumnType.TEXT else [{"op": "change_type", "column": "v", "type": "text"}]
    stepped = replay(table, [*as_text, {"op": "change_type", "column": "v", "type": kind}])
    assert [line.split(",")[0] for line in rows(stepped)[1:]] == cells
    lost = cells.count("")
    said = stepped.dataset.warnings[-1].message
    assert said.startswith(f"“v”: {lost} cell{'s' if lost > 1 else ''} that cannot be")


GERMAN = "Wert;Preis\n1.234;1,5\nx;2,5\n2.345;3,75\n5.600;4,5\nn.v.;7,5\n"
TO_NUMBER: Step = {"op": "change_type", "column": "Wert", "type": "number"}


def test_texts_whose_points_may_group_thousands_become_numbers_in_the_report_only() -> None:
    with pytest.raises(Exception, match="violations") as refused:
        apply_step(unstepped(read(GERMAN)), read_step(TO_NUMBER))
    (violation,) = refused.value.violations  # type: ignore[attr-defined]
    assert violation.message.startswith("“1.234” in “Wert” may be 1.234 or 1234; choose number for it")
    flipped = read(GERMAN, Reading().choose(Subject.TYPE, "number", "Wert"))
    assert [row[0] for row in flipped.preview] == ["1234", "", "2345", "5600", ""]


def test_texts_of_which_one_shows_its_decimals_become_numbers_in_a_step() -> None:
    stepped = replay(read(GERMAN.replace("5.600", "5.60")), [TO_NUMBER])
    assert [line.split(",")[0] for line in rows(stepped)[1:]] == ["1.234", "", "2.345", "5.6", ""]


def test_whole_years_become_dates() -> None:
    years = read("Year,n\n2019,1\n2021,2\n")
    assert rows(replay(years, [{"op": "change_type", "column": "Year", "type": "date"}]))[1:] == [
        "2019-01-01,1",
        "2021-01-01,2",
    ]


@pytest.mark.parametrize(
    ("how", "filled"), [("previous", "2.5"), ("next", "4"), ("mean", "3.125"), ("median", "3.25"), ("value", "0")]
)
def test_a_missing_cell_is_filled(make: Make, how: str, filled: str) -> None:
    step: Step = {"op": "fill", "column": "Dose (mg)", "how": how} | ({"value": 0} if how == "value" else {})
    assert rows(make(step))[3].split(",")[1] == filled


def test_columns_are_renamed_and_keep_their_unit(make: Make) -> None:
    stepped = make({"op": "rename", "names": {"Dose (mg)": "Dose"}})
    assert (stepped.dataset.columns[1].name, stepped.dataset.columns[1].unit) == ("Dose", "mg")


def test_columns_are_left_out(make: Make) -> None:
    assert rows(make({"op": "drop", "columns": ["Day", "Month", "Alive"]}))[0] == "Group,Dose (mg)"


@pytest.mark.parametrize(
    ("step", "field", "message"),
    [
        ({"op": "explode"}, "op", "takes one of filter, sort"),
        ({"op": "sort", "columns": ["Dose"]}, "columns", "there is no column “Dose”; the nearest: “Dose (mg)”"),
        ({"op": "sort", "columns": ["Day"], "by": "x"}, "by", "unknown field; remove it"),
        ({"op": "sort", "columns": []}, "columns", "at least 1"),
        ({"op": "filter", "column": "Group", "test": "less", "value": "b"}, "test", "less compares numbers or dates"),
        ({"op": "filter", "column": "Day", "test": "less", "value": "1.2.24"}, "value", "a date such as 2024-03-01"),
        ({"op": "filter", "column": "Day", "test": "less", "value": "2024-02-31"}, "value", "a date such as"),
        ({"op": "filter", "column": "Group", "test": "equal", "value": 3}, "value", "write a text"),
        ({"op": "filter", "column": "Group", "test": "equal", "value": [3]}, "value", "takes a number, a text"),
        ({"op": "filter", "column": "Group", "test": "equal"}, "value", "equal needs a value"),
        ({"op": "aggregate", "by": ["Group"], "values": [{"column": "Month"}]}, "values", "choose count, unique"),
        ({"op": "aggregate", "by": ["Group"], "values": [{"column": "Group", "how": "count"}]}, "values", "“Group”"),
        ({"op": "pivot", "rows": ["Month"], "columns": "Group", "values": "Dose (mg)"}, "columns", "1 missing cells"),
        ({"op": "pivot", "rows": ["Group"], "columns": "Day", "values": "Dose (mg)"}, "columns", "change its type"),
        ({"op": "melt", "columns": ["Group", "Dose (mg)"]}, "columns", "hold different types"),
        ({"op": "resample", "column": "Group", "interval": "day"}, "column", "takes dates"),
        ({"op": "rename", "names": {"Day": "Month"}}, "names", "two columns would be called “Month”"),
        ({"op": "drop", "columns": ["Group", "Dose (mg)", "Day", "Month", "Alive"]}, "columns", "at least one"),
        ({"op": "fill", "column": "Month", "value": "January"}, "column", "nothing to fill"),
        ({"op": "change_type", "column": "Day", "type": "number"}, "type", "year([column])"),
        ({"op": "change_type", "column": "Dose (mg)", "type": "date"}, "type", "only whole years"),
        ({"op": "change_type", "column": "Group", "type": "number"}, "type", "no cell of “Group” can be"),
        ({"op": "top_n", "column": "Group"}, "column", "takes numbers or dates"),
        ({"op": "top_n", "column": "Day", "n": 0}, "n", "greater than or equal to 1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_step_that_does_not_fit_is_refused_at_its_field(table: Dataset, step: Step, field: str, message: str) -> None:
    with pytest.raises(Exception, match="violations") as refused:
        apply_step(unstepped(table), read_step(step))
    violations = refused.value.violations  # type: ignore[attr-defined]
    assert field in [violation.field for violation in violations]
    assert message in " ".join(violation.message for violation in violations)


def test_every_op_is_there() -> None:
    assert set(OPS) == {
        *("filter", "sort", "top_n", "aggregate", "resample", "pivot", "melt", "derive"),
        *("rename", "drop", "fill", "change_type"),
    }


def test_a_filter_that_leaves_no_row_is_refused(make: Make, table: Dataset) -> None:
    step = read_step({"op": "filter", "column": "Dose (mg)", "test": "greater", "value": 100})
    with pytest.raises(Exception, match="No row is left"):
        apply_step(unstepped(table), step)


def test_a_melt_beyond_the_most_rows_is_refused_before_it_is_made() -> None:
    text = ",".join(f"c{n}" for n in range(40)) + "\n" + (",".join(["1"] * 40) + "\n") * 5_001
    wide = read(text, limits=FILE)
    with pytest.raises(Exception, match="violations") as refused:
        apply_step(unstepped(wide), read_step({"op": "melt", "columns": [f"c{n}" for n in range(40)]}))
    assert "would make 200,040 rows" in refused.value.violations[0].message  # type: ignore[attr-defined]


def test_a_replay_says_which_step_no_longer_fits_and_why(table: Dataset) -> None:
    steps = [{"op": "sort", "columns": ["Day"]}, {"op": "drop", "columns": ["Sort"]}]
    with pytest.raises(Exception, match=r"Step 2 of 2 does not fit") as refused:
        replay(table, steps)
    assert refused.value.violations[0].field == "steps[2]"  # type: ignore[attr-defined]


def test_no_more_than_fifty_steps_are_taken(table: Dataset) -> None:
    stepped = replay(table, [{"op": "sort", "columns": ["Day"]}] * 50)
    with pytest.raises(Exception, match="50 steps, which is the most"):
        apply_step(stepped, read_step({"op": "sort", "columns": ["Day"]}))


def test_steps_leave_the_table_that_was_read_as_it_is(table: Dataset, make: Make) -> None:
    stepped = make({"op": "drop", "columns": ["Day"]})
    assert stepped.read == table
    assert stepped.dataset.profile.rows == table.rows
    assert len(stepped.dataset.preview[0]) == len(table.columns) - 1


def test_the_code_of_a_nested_expression_grows_no_faster_than_it(make: Make) -> None:
    nested = "sqrt(" * 19 + "[Dose (mg)]" + ")" * 19
    assert len(make({"op": "derive", "name": "New", "expression": nested}).code[0]) < 1_000


def test_steps_that_became_too_long_to_be_shown_are_refused(table: Dataset) -> None:
    step = {"op": "filter", "column": "Group", "test": "none_of", "values": [f"{n:0>199}" for n in range(200)]}
    once = apply_step(unstepped(table), read_step(step))
    with pytest.raises(Exception, match="too long to be shown"):
        apply_step(once, read_step(step))


@pytest.mark.parametrize(
    ("step", "name"),
    [
        ({"op": "rename", "names": {"Group": "Gr\u202eup"}}, "Grup"),
        ({"op": "rename", "names": {"Group": "Gro\u0308\u00dfe"}}, "Gr\u00f6\u00dfe"),
        ({"op": "derive", "name": "a\u200bb", "expression": "1 + [Dose (mg)]"}, "ab"),
    ],
)
def test_a_new_name_is_cleaned_as_a_paste_is(make: Make, step: Step, name: str) -> None:
    assert name in [column.name for column in make(step).dataset.columns]


@pytest.mark.parametrize("name", ["a\0b", "\u202e", "\u200b \u200b"])
def test_a_name_with_nul_or_with_nothing_that_is_seen_is_refused(make: Make, name: str) -> None:
    with pytest.raises(InvalidError) as refused:
        make({"op": "rename", "names": {"Group": name}})
    assert "rename" in refused.value.violations[0].message


@pytest.mark.parametrize(
    ("how", "filled"),
    [("previous", ["1", "1", "7", ""]), ("next", ["1", "3", "7", ""]), ("mean", ["1", "2", "7", ""])],
)
def test_missing_cells_are_filled_from_their_own_group(how: str, filled: list[str]) -> None:
    source = read("g,v\na,1\nb,7\na,\nc,\na,3\n")
    after = replay(source, [{"op": "fill", "column": "v", "how": how, "by": ["g"]}])
    cells = {(row.split(",")[0], place): row.split(",")[1] for place, row in enumerate(rows(after)[1:])}
    assert [cells["a", 0], cells["a", 2], cells["b", 1], cells["c", 3]] == filled


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"how": "value", "value": 1, "by": ["Group"]}, "fills all groups alike"),
        ({"how": "mean", "by": ["Dose (mg)"]}, "takes other columns"),
        ({"how": "mean", "by": ["Nobody"]}, "Nobody"),
    ],
)
def test_groups_that_a_filling_cannot_have_are_refused(make: Make, step: Step, said: str) -> None:
    with pytest.raises(InvalidError) as refused:
        make({"op": "fill", "column": "Dose (mg)", **step})
    assert [said in one.message for one in refused.value.violations] == [True]


def test_numbers_that_became_texts_become_numbers_again_once_their_mark_is_told() -> None:
    table = read("v\n1.234\n5.678\n")
    back: Step = {"op": "change_type", "column": "v", "type": "number", "decimal_mark": "point"}
    assert rows(replay(table, [{"op": "change_type", "column": "v", "type": "text"}, back])) == ["v", "1.234", "5.678"]


def test_texts_with_a_decimal_comma_become_numbers_once_it_is_told() -> None:
    table = read('g,v\na,"1.234,5 x"\nb,"2,5"\n')
    read_so: Step = {"op": "change_type", "column": "v", "type": "number", "decimal_mark": "comma"}
    assert rows(replay(table, [read_so]))[2] == "b,2.5"


def test_a_decimal_mark_is_told_of_texts_alone(make: Make) -> None:
    with pytest.raises(InvalidError) as refused:
        make({"op": "change_type", "column": "Dose (mg)", "type": "text", "decimal_mark": "comma"})
    assert "is for texts that become numbers" in refused.value.violations[0].message


def test_a_preview_shows_the_digits_that_are_true_and_data_csv_all_of_them() -> None:
    table = read("g,v,n\na,18.8,12345678901234567890\na,0.08,1\n")
    after = replay(table, [{"op": "aggregate", "by": ["g"], "values": [{"column": "v", "how": "sum"}]}]).dataset
    exact = after.csv.splitlines()[1].split(",")[1]
    assert (float(exact), after.preview[0][1]) == (18.8 + 0.08, "18.88")
    assert replay(table, [{"op": "drop", "columns": ["v"]}]).dataset.preview[0][1] == "12345678901234567890"
