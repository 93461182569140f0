"""Flips: an alternative is offered only when it gives a table."""

from __future__ import annotations

from agent_svc.data import Reading, Subject, read, read_file


def alternatives(text: str, subject: Subject) -> tuple[str, ...]:
    decision = read(text).report.find(subject)
    assert decision is not None
    return decision.alternatives


def test_a_delimiter_under_which_rows_are_ragged_is_not_offered() -> None:
    assert "comma" not in alternatives("n;words\n1;a, b, c\n2;d\n3;e, f\n", Subject.DELIMITER)


def test_one_column_is_not_offered_where_its_cells_would_be_too_long() -> None:
    assert alternatives("a,b\n" + f"{'x' * 150},{'y' * 150}\n" * 3, Subject.DELIMITER) == ()


def test_an_alternative_of_a_long_text_is_tried_on_all_of_it() -> None:
    steady = "a;b\n" + "1,5;2\n" * 15_000
    assert "none" in alternatives(steady, Subject.DELIMITER)
    uneven = steady + "x" * 190 + ";" + "y" * 190 + "\n"
    assert "none" not in alternatives(uneven, Subject.DELIMITER)


def test_an_encoding_that_cannot_decode_the_bytes_is_not_offered() -> None:
    decision = read_file("Größe;b\nÄ;1\nÖl;2\n".encode("cp1252"), "a.csv").report.find(Subject.ENCODING)
    assert decision is not None
    for name in decision.alternatives:
        assert read_file("Größe;b\nÄ;1\nÖl;2\n".encode("cp1252"), "a.csv", Reading(encoding=name)).rows == 2


def test_finishing_times_are_told_to_stay_text_and_become_seconds_by_one_choice() -> None:
    text = "Runner,Finish\nAnna,58:12\nBob,3:05:22\nCem,1:02:03.5\n"
    (told,) = [notice.message for notice in read(text).warnings if notice.column == "Finish"]
    assert "“58:12” may be" in told
    assert "3492 seconds" in told
    flipped = read(text, Reading().choose(Subject.TYPE, "number", "Finish"))
    assert [row[1] for row in flipped.preview] == ["3492", "11122", "3723.5"]
    assert flipped.columns[1].unit == "s"
