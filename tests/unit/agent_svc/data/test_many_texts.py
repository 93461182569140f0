"""Many texts: what a column of ids, codes or words costs is told by a look at a few of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent_svc.data import read_file
from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers import exact
from agent_svc.data.numbers.durations import read_durations
from agent_svc.data.numbers.plain_numbers import plain_digits


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each value that was taken apart as a number, as often as it was."""
    seen: list[str] = []
    plain = exact._read

    def noted(value: str, mark: DecimalMark) -> exact._Number | None:
        seen.append(value)
        return plain(value, mark)

    monkeypatch.setattr(exact, "_read", noted)
    return seen


@pytest.mark.parametrize(
    "form", ["{0:08x}-4f9c", "{0:08x}e{0:06x}", "<{0}x", "u{0}@example.org", "10.0.{0}.x", "{0}°12'N", "/a/{0}.log"]
)
def test_many_ids_are_told_from_numbers_by_a_few_of_them(form: str, looks: list[str]) -> None:
    ids = [form.format(number * 7_919) for number in range(2_000)]
    ids[7::50] = [f"{number}e1234" for number in range(7, 2_000, 50)]  # beyond all numbers, were the others some
    assert read_file(("id\tw\n" + "".join(f"{one}\tx\n" for one in ids)).encode(), "a.tsv").columns[0].type == "text"
    assert len(looks) < len(ids)


@pytest.mark.parametrize(
    ("value", "point", "comma"),
    [
        ("-007.50", "-7.5", None),
        ("-007,50", None, "-7.5"),
        ("12", "12", "12"),
        ("-0", "0", "0"),
        ("1" * 19, None, None),
        ("+1", None, None),
        (".5", None, None),
        ("1.5 m", None, None),
    ],
)
def test_plain_numbers_beside_others_are_read_as_such(value: str, point: str | None, comma: str | None) -> None:
    assert (plain_digits(value, DecimalMark.POINT), plain_digits(value, DecimalMark.COMMA)) == (point, comma)


def test_texts_below_a_first_one_that_could_be_a_duration_are_looked_at_until_one_is_none() -> None:
    taken: list[str] = []

    class Noted(list[str]):
        def __iter__(self) -> Iterator[str]:
            for value in super().__iter__():
                taken.append(value)
                yield value

    assert read_durations(Noted(["12", "x", *map(str, range(100))]), "v") is None
    assert len(taken) < 50
