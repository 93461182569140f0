"""Number doubts: what may be a time, a section or a mangled place is never a number in silence."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, Dataset, NoticeKind, Reading, Subject, read

_UHRZEIT = ("8.05", "9.10", "14.35")


def column(header: str, *cells: str, reading: Reading | None = None) -> Dataset:
    return read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells)), reading or Reading())


@pytest.mark.parametrize("header", ["Uhrzeit", "Abfahrt", "departure_time", "Heure"])
@pytest.mark.parametrize("cells", [_UHRZEIT, ("8,05", "9,10"), ("805", "910", "1435")])
def test_times_with_a_point_stay_text_under_their_name_with_a_warning(header: str, cells: tuple[str, ...]) -> None:
    dataset = column(header, *cells)
    assert [row[1] for row in dataset.preview] == list(cells)
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.AMBIGUOUS]
    chosen = column(header, *cells, reading=Reading().choose(Subject.TYPE, "number", header))
    assert chosen.columns[1].type == "number"


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Start", ("8,30", "9,10", "10,50", "14,35")),
        ("Time", ("900", "930", "1015")),
        ("Zeit", ("8.05", "8.10", "8.15", "8.20")),
        ("foo", ("10.10", "10.1", "10.2")),
        ("lat", ("48.401.123", "48.402.456")),
    ],
)
def test_numbers_that_may_be_something_else_are_ambiguous(header: str, cells: tuple[str, ...]) -> None:
    dataset = column(header, *cells)
    decision = dataset.report.find(Subject.TYPE, header)
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("number", Certainty.AMBIGUOUS)
    assert "text" in decision.alternatives
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.AMBIGUOUS]


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Time", ("100", "200", "300")),
        ("Time", ("0.10", "0.30", "1.20")),
        ("Zeit", ("1.50", "2.25", "5.00")),
        ("Time (s)", ("8.05", "9.10", "10.50", "14.35")),
        ("Uhrzeit", ("8.75", "9.10")),
        ("foo", ("10.100", "10.10")),
        ("foo", ("1.0", "1.00")),
        ("price", ("10.5", "10.50", "9.99")),
        ("weight (kg)", ("10.5", "10.50", "9.99")),
        ("lat", ("48.401123", "-9.5")),
    ],
)
def test_amounts_are_numbers_without_a_warning(header: str, cells: tuple[str, ...]) -> None:
    dataset = column(header, *cells)
    assert dataset.columns[1].type == "number"
    assert dataset.warnings == ()
