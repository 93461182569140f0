"""Bordered and described tables: rules tell where columns are, and lines that tell of columns are no rows of them."""

from __future__ import annotations

import pytest

from agent_svc.data import HeaderRow, NoticeKind, Reading, read

SUMMARY = """\
    Variable |        Obs        Mean    Std. dev.
-------------+------------------------------------
       price |         74    6165.257    2949.496
         mpg |         74     21.2973    5.785503
"""
FREQUENCIES = """\
     Repair |
record 1978 |      Freq.     Percent
------------+-----------------------
          1 |          2        4.00
          2 |         48       96.00
------------+-----------------------
      Total |         50      100.00
"""
RESTRUCTURED = """\
=====  =====  =======
A      B      A and B
=====  =====  =======
1.5    2.5    x y
3.5           y
=====  =====  =======
"""
PEAKS = """\
Report of: Anna

Peak Ret   Type    Area
  #  [min]        [mAU*s]
----|-----|-----|--------|
   1 1.204 BV    123.4567
   2 2.871 VB H  210.9802
Totals :       2334.4369
"""
QUARTERS = '"Title","GDP"\n"CDID","ABMI"\n"Unit","£ m"\n"Notes",\n"2018 Q1","520"\n"2018 Q2","521"\n"2018 Q3","522"\n'


@pytest.mark.parametrize(
    ("text", "csv"),
    [
        (SUMMARY, "Variable,Obs,Mean,Std. dev.\nprice,74,6165.257,2949.496\nmpg,74,21.2973,5.785503\n"),
        (FREQUENCIES, "Repair record 1978,Freq.,Percent\n1,2,4\n2,48,96\n"),
        (PEAKS, "Peak #,Ret [min],Type,Area [mAU*s]\n1,1.204,BV,123.4567\n2,2.871,VB H,210.9802\n"),
        (RESTRUCTURED, "A,B,A and B\n1.5,2.5,x y\n3.5,,y\n"),
    ],
)
def test_rules_tell_where_the_columns_are(text: str, csv: str) -> None:
    assert read(text).csv == csv


def test_the_coefficients_of_a_model_are_read_and_what_stands_around_them_is_told() -> None:
    dataset = read(
        "Call:\nlm(y ~ x, d)\n\nCoefficients:\n"
        "             Estimate Std. Error t value Pr(>|t|)    \n"
        "(Intercept)  37.22727    1.59879  23.285  1.2e-16 ***\n"
        "poly(x, 2)   -3.87783    0.63273  -6.129  0.00112 **\n"
        "---\nSignif. codes:  0 '***' 0.001\n\nResidual standard error: 2.593 on 29 degrees of freedom\n"
    )
    assert dataset.csv == (
        "term,Estimate,Std. Error,t value,Pr(>|t|)\n"
        "(Intercept),37.22727,1.59879,23.285,1.2e-16\n"
        '"poly(x, 2)",-3.87783,0.63273,-6.129,0.00112\n'
    )
    assert [column.unit for column in dataset.columns] == [None] * 5
    assert "around them is left out" in dataset.warnings[0].message


def test_bars_in_the_rows_of_markdown_part_them_wherever_they_stand() -> None:
    assert read("ab | c | d\n---|---|---\na | b | c\nx | y | z\n").csv == "ab,c,d\na,b,c\nx,y,z\n"


def test_a_shells_table_of_two_columns_keeps_its_bar() -> None:
    assert read(" a   | b\n-----+-----\n x y | 1\n z   | 2\n").csv == "a,b\nx y,1\nz,2\n"


def test_lines_that_tell_of_columns_are_left_out_below_their_names_and_named() -> None:
    dataset = read(QUARTERS)
    assert dataset.csv == "Title,GDP\n2018-01-01,520\n2018-04-01,521\n2018-07-01,522\n"
    (notice,) = dataset.warnings
    assert (notice.kind, notice.rows) == (NoticeKind.DROPPED, (2, 3, 4))
    assert read(QUARTERS, Reading(header=HeaderRow.NONE)).rows == 7


@pytest.mark.parametrize(
    "rows",
    [
        "North,1\nSouth,2\n2nd street,3\n3rd street,4\n4th street,5\n",  # the first ones are numbers as well
        "low,n\nhigh,m\n1,2\nmean,3\n3,4\n",
        "Apple,n/m\nBayer,tbd\n3M,5\n7-Eleven,6\n20th Fox,9\n",  # the first say nothing of the column
        "Unit 1,closed\nUnit 2,closed\n3M,5\n7-Eleven,6\n20th Fox,9\n",  # the others are no times
    ],
)
def test_names_above_others_that_begin_with_digits_are_rows(rows: str) -> None:
    assert read("name,v\n" + rows).rows == 5


@pytest.mark.parametrize(
    "text",
    [
        "     Length        Width   \n Min.   :4.300   Min.   :2.000  \n Median :5.800   Median :3.000  \n",
        "- name: A\n  tags:\n    - x\n  value: 1.5\n- name: B\n  tags: []\n  value: 2.5\n",
    ],
)
def test_lines_of_a_table_that_is_not_seen_as_one_are_told(text: str) -> None:
    assert [notice.message for notice in read(text).warnings if "No table was found" in notice.message]


def test_lines_of_logs_and_of_fortran_are_told() -> None:
    log = "".join(f"2024-03-12 06:0{n}:01 host sshd[123{n}]: from 10.0.0.{n} port 500{n}\n" for n in range(5))
    fortran = "t E dE\n0.5 1.2D+03 1.1D+01\n1.0 1.4D+03 1.2D+01\n"
    for text in ("line\n" + log, fortran):
        assert any("No table was found" in notice.message for notice in read(text).warnings), text


@pytest.mark.parametrize("text", ["note\nroom 5\nMain St 7\n", "when\nDec 10\nDec 12\n", "k,v\na: b,x\nc: d,y\n"])
def test_texts_with_numbers_in_them_are_no_lines_of_a_table(text: str) -> None:
    assert not [notice for notice in read(text).warnings if "No table was found" in notice.message]
