"""Reading a probe report that anybody may have written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer_svc.probe import MAX_CHARS, MAX_DEPTH, accept

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=4))
def test_a_sound_report_comes_through_unchanged(report: dict[str, object]) -> None:
    assert json.loads(accept(json.dumps(report).encode(), 100_000)) == report


@given(st.binary(max_size=200))
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    accept(raw, 100)


def nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


def test_the_deepest_allowed_report_comes_through() -> None:
    assert accept(nested(MAX_DEPTH), 1000) != ""


@pytest.mark.parametrize(
    "raw",
    [
        nested(MAX_DEPTH + 1),
        b"[" * 100_000,
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": "\\ud800"}',
        b"[]",
        b"1",
        b"no json",
        b"\xff",
        b"",
        b'{"a": "' + b"x" * 200_000 + b'"}',
        b'{"a": ["' + b"x" * (MAX_CHARS + 1) + b'"]}',
        b'{"' + b"x" * (MAX_CHARS + 1) + b'": 1}',
    ],
    ids=str.encode(
        "deep bomb nan infinity overflow digits surrogate list number text bytes empty large long-text long-name"
    )
    .decode()
    .split(),
)
def test_what_is_no_sound_report_is_dropped(raw: bytes) -> None:
    assert accept(raw, 150_000) == ""
