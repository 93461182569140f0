"""Profile: a bounded summary that tells the columns apart."""

from __future__ import annotations

from agent_svc.data import TopValue, read


def test_numbers_have_a_range_by_value_and_not_by_letters() -> None:
    (column,) = read("a\n10\n9\n-2\n10\nNA\n").profile.columns
    assert (column.missing, column.unique, column.minimum, column.maximum) == (1, 3, "-2", "10")
    assert column.top[0] == TopValue("10", 2)


def test_a_number_that_is_written_in_several_ways_is_one_value() -> None:
    column = read("a;b\n2,0;x\n1,5;y\n2,00;x\n1,50;y\n2;z\n").profile.columns[0]

    assert (column.unique, [(top.value, top.count) for top in column.top]) == (2, [("2", 3), ("1.5", 2)])


def test_dates_have_a_range_and_text_has_none() -> None:
    date, text = read("d;t\n02.01.2024;b\n01.02.2024;a\n").profile.columns
    assert (date.minimum, date.maximum) == ("2024-01-02", "2024-02-01")
    assert (text.minimum, text.maximum) == (None, None)


def test_an_empty_column_has_no_range() -> None:
    empty = read("a,b\n1,\n2,\n").profile.columns[1]
    assert (empty.missing, empty.unique, empty.minimum, empty.top) == (2, 0, None, ())


def test_samples_are_at_most_five_rows_spread_over_the_table() -> None:
    sample = read("a,b\n" + "".join(f"{i},x\n" for i in range(101))).profile.sample
    assert [row[0] for row in sample] == ["0", "25", "50", "75", "100"]
    assert len(read("a,b\n1,2\n3,4\n").profile.sample) == 2


def test_top_values_are_at_most_five() -> None:
    assert len(read("a\n" + "".join(f"{i}\n" for i in range(30))).profile.columns[0].top) == 5


def test_the_preview_is_twenty_rows_as_they_were_understood() -> None:
    dataset = read("a;b\n" + "0,50;x\n" * 30)
    assert dataset.preview == (("0.5", "x"),) * 20
