"""The codec: what comes back equals what went in, and a text that is not exactly right is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_svc.journal.codec import CodecError, decode, encode, encode_in_steps


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Part:
    colour: Colour
    weight: float | None = None


@dataclass(frozen=True)
class Whole:
    name: str
    count: int
    flag: bool
    data: bytes
    parts: tuple[Part, ...]
    pair: tuple[str, int]
    by_name: Mapping[str, Part]
    by_number: dict[int, str]
    either: Part | str
    seen: frozenset[str] = frozenset()


parts = st.builds(Part, st.sampled_from(Colour), st.none() | st.floats(allow_nan=False))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
wholes = st.builds(
    Whole,
    name=texts,
    count=st.integers(-(2**53), 2**53),
    flag=st.booleans(),
    data=st.binary(max_size=50),
    parts=st.lists(parts, max_size=3).map(tuple),
    pair=st.tuples(texts, st.integers(0, 9)),
    by_name=st.dictionaries(texts, parts, max_size=3),
    by_number=st.dictionaries(st.integers(-9, 9), texts, max_size=3),
    either=parts | texts,
    seen=st.frozensets(texts, max_size=3),
)


@given(wholes)
def test_what_comes_back_equals_what_went_in(whole: Whole) -> None:
    assert decode(Whole, encode(whole)) == whole
    assert decode(Whole, encode_in_steps(whole)) == whole


def test_a_field_with_a_default_may_be_missing() -> None:
    assert decode(Part, '{"colour": "red"}') == Part(Colour.RED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "Part: this is no JSON"),
        ("[]", "Part: an object is needed, not []"),
        ("{}", "Part.colour: is missing"),
        ('{"colour": "red", "size": 1}', "Part.size: is not known"),
        ('{"colour": "green"}', "Part.colour: one of red, blue is needed, not 'green'"),
        ('{"colour": "red", "weight": "1"}', "Part.weight: float is needed, not '1'"),
        ('{"colour": "red", "weight": true}', "Part.weight: float is needed, not True"),
    ],
)
def test_a_wrong_text_is_refused_and_the_field_named(text: str, told: str) -> None:
    with pytest.raises(CodecError) as refused:
        decode(Part, text)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("count", "1.0", "Whole.count: int is needed, not 1.0"),
        ("data", '"*"', "Whole.data: base64 is needed, not '*'"),
        ("parts", '[{"colour": "red"}, 7]', "Whole.parts[1]: an object is needed, not 7"),
        ("pair", '["a"]', "Whole.pair: a list of 2 is needed, not ['a']"),
        ("by_name", '{"a": {}}', "Whole.by_name.a.colour: is missing"),
    ],
)
def test_a_wrong_field_deep_inside_is_named_by_its_path(field: str, value: str, told: str) -> None:
    known = {
        "name": '"n"',
        "count": "1",
        "flag": "true",
        "data": '""',
        "parts": "[]",
        "pair": '["a", 1]',
        "by_name": "{}",
        "by_number": "{}",
        "either": '"x"',
    }
    text = ", ".join(f'"{name}": {part}' for name, part in {**known, field: value}.items())
    with pytest.raises(CodecError) as refused:
        decode(Whole, f"{{{text}}}")
    assert str(refused.value) == told
