"""Texts that name each row are no categories while another column groups the rows."""

from __future__ import annotations

import pytest

from agent_svc.data import default_bindings, read
from agent_svc.data.columns.row_labels import row_labels
from tests_support.shipped import shipped_catalogue

ROWS = range(20)
CODES = {
    "numbered": [f"P{n:03d}" for n in ROWS],
    "addresses": [f"person{n}@example.org" for n in ROWS],
    "random ids": [f"{n:08x}-0000-4000-8000-{n:012x}" for n in ROWS],
}


@pytest.mark.parametrize("codes", CODES.values(), ids=CODES)
def test_codes_name_rows_even_beside_numbers(codes: list[str]) -> None:
    dataset = read("Who,Site,Score\n" + "".join(f"{code},{'AB'[n % 2]},{n}.5\n" for n, code in enumerate(codes)))
    assert row_labels(dataset.profile.columns) == {"Who"}


def test_words_that_differ_are_categories_beside_numbers_but_name_rows_where_these_are_counted() -> None:
    words = [f"{'abcdefghijklmnopqrst'[n]} town" for n in ROWS]
    measured = read("Town,Side,Score\n" + "".join(f"{word},{'AB'[n % 2]},{n}.5\n" for n, word in enumerate(words)))
    counted = read("Town,Side\n" + "".join(f"{word},{'AB'[n % 2]}\n" for n, word in enumerate(words)))
    assert row_labels(measured.profile.columns) == frozenset()
    assert row_labels(counted.profile.columns) == {"Town"}


def test_a_dozen_codes_are_places_to_compare() -> None:
    dataset = read("Sample,Score\n" + "".join(f"S{n},{n}.5\n" for n in range(12)))
    assert row_labels(dataset.profile.columns) == frozenset()


def test_a_chart_begins_with_the_column_that_groups_and_takes_the_labels_where_there_is_nothing_else() -> None:
    bar = shipped_catalogue().charts["bar"].roles
    grouped = read("Who,Site\n" + "".join(f"P{n:03d},{'AB'[n % 2]}\n" for n in ROWS))
    alone = read("Who\n" + "".join(f"P{n:03d}\n" for n in ROWS))
    assert default_bindings(grouped.profile.columns, bar) == {"x": "Site"}
    assert default_bindings(alone.profile.columns, bar) == {"x": "Who"}
