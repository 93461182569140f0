"""Corpus: files as people have them are read as a careful person reads them, or refused with the right reason."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agent_svc.data import Certainty, Column, Dataset, Decision, Limits, Reading, Subject, read
from agent_svc.data.errors import TableError
from tests_support.corpus import Case, cases
from tests_support.pinned import pinned

CASES = cases()
READ = [case for case in CASES if "refused" not in case.expected]
REFUSED = [case for case in CASES if "refused" in case.expected]
DOUBTFUL = (Certainty.LIKELY.value, Certainty.AMBIGUOUS.value)


def named(cases_: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases_, ids=[case.name for case in cases_])


def column(one: Column) -> Mapping[str, object]:
    facts = {"name": one.name, "type": one.type.value, "unit": one.unit, "order": list(one.order)}
    return {name: fact for name, fact in facts.items() if fact}


def decision(dataset: Dataset, key: str) -> Decision:
    subject, _, of_column = key.partition(":")
    found = dataset.report.find(Subject.TYPE if subject == "type" else Subject(subject), of_column or None)
    assert found is not None, f"the report holds no decision on {key}"
    return found


def test_the_corpus_covers_the_quirks_of_peoples_files() -> None:
    assert len(CASES) >= 150
    assert all(case.expected["about"] for case in CASES)


@named(READ)
def test_a_file_is_read_as_a_careful_person_reads_it(case: Case) -> None:
    dataset = case.read()
    expected = case.expected
    assert [column(one) for one in dataset.columns] == expected["columns"]
    assert dataset.rows == expected["rows"]
    assert [list(row) for row in dataset.preview[: len(expected["first"])]] == expected["first"]
    assert sorted({notice.kind.value for notice in dataset.warnings}) == expected["warnings"]
    for key, want in expected.get("decisions", {}).items():
        found = decision(dataset, key)
        assert found.chosen == want["chosen"], key
        sure = want.get("sure", found.certainty.value)
        assert found.certainty.value in (DOUBTFUL if sure == "doubtful" else (sure,)), key
        assert sorted(want.get("alternatives", found.alternatives)) == sorted(found.alternatives), key
        assert found.evidence


@named(REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_the_right_reason(case: Case) -> None:
    with pytest.raises(TableError) as refusal:
        case.read()
    assert type(refusal.value).__name__ == case.expected["refused"]
    assert case.expected.get("says", "") in refusal.value.message
    assert refusal.value.message.endswith(".")


@named(READ)
def test_every_alternative_that_is_offered_gives_a_table_with_that_choice(case: Case) -> None:
    for before in case.read().report.decisions:
        for alternative in before.alternatives:
            flipped = case.read(Reading().choose(before.subject, alternative, before.column))
            after = flipped.report.find(before.subject, before.column)
            assert after is not None, f"{before.subject} {alternative}: no decision any more"
            assert after.chosen == alternative
            assert flipped.columns
            assert flipped.rows > 0


@named(READ)
def test_what_is_in_doubt_can_be_flipped_and_is_told(case: Case) -> None:
    dataset = case.read()
    for doubt in dataset.report.ambiguous:
        assert doubt.flippable, doubt
    assert len(dataset.report.ambiguous) <= sum(notice.kind.value == "ambiguous" for notice in dataset.warnings)


@named(READ)
def test_the_canonical_csv_of_a_file_is_read_as_the_same_dataset(case: Case) -> None:
    dataset = case.read()
    again = read(dataset.csv, pinned(dataset), Limits(size_bytes=10**7, rows=200_000, cell_characters=1000))
    assert again.csv == dataset.csv
    assert [(c.name, c.type, c.order) for c in again.columns] == [(c.name, c.type, c.order) for c in dataset.columns]
