"""LaTeX: the first table that ends, without what tells its columns and rules, in one way through the text."""

from __future__ import annotations

import pytest

from agent_svc.data.layout.latex import latex_records


@pytest.mark.parametrize("columns", ["{lr}", " [t] {l@{ }r}\n", "{\\textwidth}{lr}", ""])
def test_what_tells_the_columns_is_left_out_and_only_that(columns: str) -> None:
    text = f"\\begin{{tabular}}{columns}\\hline a & \\emph{{b}} \\\\[2pt] 1 & 2\\\\ \\cline{{1-2}}\\end{{tabular}}"
    assert latex_records(text) == [["a", "b"], ["1", "2"]]


def test_a_table_without_an_end_is_passed_over() -> None:
    text = "\\begin{longtable}{l} x & y \\begin{tabular}{l} a & b \\end{tabular}"
    assert latex_records(text) == [["a", "b"]]
    assert latex_records("\\begin{tabular} a & b") is None


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{tabular}&" * 50_000,
        "\\begin{tabular}" + " " * 100_000 + "&\\end{tabular}",
        "\\begin{array}{l}&" + "\\cline(" * 50_000 + "\\end{array}",
    ],
    ids=["begins", "blanks", "open brackets"],
)
def test_what_is_never_closed_is_looked_for_once(text: str) -> None:
    records = latex_records(text)
    assert records is None or len(records) == 1


def test_thousands_powers_of_ten_and_rows_without_an_environment_are_read() -> None:
    bare = "S & $v$ \\\\\n\\hline\nA & $1.20 \\pm 0.05$ \\\\\n"
    assert latex_records(bare) == [["S", "v"], ["A", "1.20 ± 0.05"]]
    table = r"\begin{tabular}{lr} $1{,}204.5$ & $1.2 \times 10^{-3}$ \\ 2.5 & $3\cdot10^2$ \\ \end{tabular}"
    assert latex_records(table) == [["1,204.5", "1.2×10^-3"], ["2.5", "3×10^2"]]
