"""Table: rows of one width, a header or none, and limits that name the place."""

from __future__ import annotations

import pytest

from agent_svc.data import Limits, NoticeKind, Reading, Subject, read
from agent_svc.data.errors import CellTooLongError, NoRowsError, RaggedRowError, TableTooBigError
from plotlane_kit.errors import Reason


def test_short_rows_are_filled_up_and_the_notice_names_them() -> None:
    dataset = read("a,b,c\n1,2,3\n4\n5,6\n7,8,9\n")
    assert dataset.csv == "a,b,c\n1,2,3\n4,,\n5,6,\n7,8,9\n"
    (notice,) = dataset.warnings
    assert (notice.kind, notice.rows) == (NoticeKind.PADDED, (3, 4))
    assert notice.message == "Rows 3 and 4 had fewer than 3 cells; the missing ones at the end are empty."


def test_a_row_with_a_surplus_cell_is_refused_with_its_place() -> None:
    with pytest.raises(RaggedRowError, match=r"Row 3 has 4 cells, the header has 2; .* is “5”.*semicolons") as refusal:
        read("a,b\n1,2\n3,4,5,6\n")
    assert refusal.value.reason is Reason.UNPARSEABLE
    assert {"row": "3", "column": "3", "measured": "4", "limit": "2"}.items() <= refusal.value.metadata.items()


def test_rows_are_counted_as_in_a_spreadsheet() -> None:
    with pytest.raises(RaggedRowError, match="Row 5 has 3 cells"):
        read('a,b\n\n"two\nlines",2\n1,2\n1,2,3\n')


def test_surplus_cells_that_are_empty_are_no_matter() -> None:
    assert read("a,b\n1,2,,\n3,4,\n").csv == "a,b\n1,2\n3,4\n"


def test_columns_without_name_and_values_are_left_out_with_a_notice() -> None:
    dataset = read("a;;b;\n1;;2;\n3;;4;\n")
    assert [column.name for column in dataset.columns] == ["a", "b"]
    assert dataset.warnings[0].message == "2 columns without name and values left out."


def test_rows_without_any_value_are_left_out_with_a_notice() -> None:
    dataset = read("a,b\n1,2\n,\nNA,-\n3,4\n")
    assert dataset.rows == 2
    assert dataset.warnings[0].rows == (3, 4)


def test_a_single_column_keeps_its_gaps() -> None:
    dataset = read("a\n1\nNA\n3\n")
    assert dataset.csv == 'a\n1\n""\n3\n'
    assert dataset.profile.columns[0].missing == 1


@pytest.mark.parametrize("text", ["a,b,c\n", "a,b,c", "a;b\n\n\n", "[{}]", "[]", '{"a": []}'])
def test_a_header_without_rows_is_refused(text: str) -> None:
    with pytest.raises(NoRowsError, match=r"no values.*Paste the rows"):
        read(text)


@pytest.mark.parametrize("text", ["a,b\n,\n,\n", "a\nNA\n-\n", "sep=;\n;;\n"])
def test_a_table_of_nothing_but_gaps_is_refused(text: str) -> None:
    with pytest.raises(NoRowsError, match="Paste"):
        read(text)


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n", "first row"),
        ("name,town\nKim,Ulm\n", "first row"),
        ("1,2\n3,4\n", "none"),
        ("Berlin,2019,5.2\nHamburg,2020,4.1\n", "none"),
        ("2024-01-01,x\n2024-01-02,y\n", "none"),
        ("Land;2019;2020\nDE;1,5;2\nFR;2;3\n", "first row"),
        ("Dose,\n1,x\n", "first row"),
    ],
)
def test_a_header_is_told_from_values(text: str, header: str) -> None:
    decision = read(text).report.find(Subject.HEADER)
    assert decision is not None
    assert decision.chosen == header
    assert decision.flippable


def test_a_header_can_be_flipped_to_values() -> None:
    flipped = Reading().choose(Subject.HEADER, "none")
    dataset = read("x,y\na,b\n", flipped)
    assert dataset.csv == "Column 1,Column 2\nx,y\na,b\n"
    assert dataset.warnings[0].kind is NoticeKind.RENAMED


def test_51_columns_are_refused_and_50_are_not() -> None:
    def table(width: int) -> str:
        return ",".join(f"c{i}" for i in range(width)) + "\n" + ",".join("1" * width) + "\n"

    assert len(read(table(50)).columns) == 50
    with pytest.raises(TableTooBigError, match=r"51 columns; the limit is 50\. Leave out the columns") as refusal:
        read(table(51))
    assert refusal.value.reason is Reason.TOO_LONG
    assert {"measured": "51", "limit": "50"}.items() <= refusal.value.metadata.items()


def test_20_001_rows_are_refused_and_20_000_are_not() -> None:
    assert read("a,b\n" + "1,2\n" * 20_000).rows == 20_000
    with pytest.raises(TableTooBigError, match=r"20,001 rows; the limit is 20,000"):
        read("a,b\n" + "1,2\n" * 20_001)


def test_lines_by_the_thousand_are_refused_before_they_are_read_as_many_tables() -> None:
    limits = Limits(rows=100)
    assert read("a,b\n" + '1,"x\ny"\n' * 100, limits=limits).rows == 100
    with pytest.raises(TableTooBigError, match="412 lines; the limit is 400"):
        read("a,b\n1,2\n\n" * 137, limits=limits)


@pytest.mark.parametrize("text", ["k;v\n1;2\n" + "x;" * 101, "x;" * 101 + "\n" + "1;" * 101])
def test_a_line_among_others_of_more_cells_than_quotes_can_explain_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(TableTooBigError, match=r"101 cells in one line; the limit is 10\b"):
        read(text, limits=Limits(columns=10, cell_characters=10))


@pytest.mark.parametrize("text", ["a," * 101, "a " * 102])
def test_a_line_of_more_cells_than_a_table_may_have_rows_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(TableTooBigError, match=r"10[12] cells in one line; the limit is 100"):
        read(text, limits=Limits(rows=100))


def test_a_line_of_as_many_numbers_as_a_table_may_have_rows_is_a_column() -> None:
    assert read(",".join(map(str, range(100))), limits=Limits(rows=100)).rows == 100


def test_the_same_names_over_and_over_again_are_those_of_pages_and_other_tables_are_at_most_twenty() -> None:
    assert read("a,b\n1,2\n\n" * 400).rows == 400
    others = "".join(f"a{number},b\n{number},2\n\n" for number in range(400))
    with pytest.raises(TableTooBigError, match="21 tables, or more; the limit is 20"):
        read(others)


def test_a_cell_over_200_characters_is_refused_with_row_and_column() -> None:
    assert read(f"a,b\n1,{'x' * 200}\n").rows == 1
    with pytest.raises(CellTooLongError, match=r"row 3, column “b” has 201 characters; the limit is 200") as refusal:
        read(f"a,b\n1,x\n2,{'x' * 201}\n")
    assert {"row": "3", "column": "b", "measured": "201"}.items() <= refusal.value.metadata.items()


def test_a_header_over_200_characters_is_refused() -> None:
    with pytest.raises(CellTooLongError, match="The header “xxx"):
        read(f"a,{'x' * 201}\n1,2\n")


def test_other_limits_can_be_given() -> None:
    with pytest.raises(TableTooBigError, match="2 rows; the limit is 1"):
        read("a,b\n1,2\n3,4\n", limits=Limits(rows=1))


@pytest.mark.parametrize("decimals", [("5", "1", "9"), ("05", "10", "95"), ("5", "25", "75")])
def test_numbered_rows_before_what_may_be_decimal_commas_are_refused(decimals: tuple[str, str, str]) -> None:
    text = "Tag,Temp\n" + "".join(f"{day},1{day},{part}\n" for day, part in enumerate(decimals, 1))
    with pytest.raises(RaggedRowError, match="if the first column has no name, give it one"):
        read(text)


def test_the_joined_keys_of_eurostat_are_a_column_each() -> None:
    dataset = read("freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \nA,PC,DE\t1.2 \t3.4 p\nA,PC,FR\t2.2 \t5 \n")
    assert dataset.csv == "freq,unit,geo,2019,2020\nA,PC,DE,1.2,3.4\nA,PC,FR,2.2,5\n"
    assert "names its rows by freq, unit, geo" in dataset.warnings[0].message


@pytest.mark.parametrize("first", ["PC", "a,b,c"])
def test_a_name_with_a_backslash_above_other_keys_stays_whole(first: str) -> None:
    dataset = read(f"unit,geo\\time\tvalue\n{first}\t1.2\nPC,FR\t2.2\n")
    assert dataset.columns[0].name == "unit,geo\\time"
