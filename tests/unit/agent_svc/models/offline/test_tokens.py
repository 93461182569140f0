"""The tokens of a message: quotes of every kind hold together, and a message is cut where a request ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.models.offline.tokens import parts_of, tokens_of, unquoted


def cut(message: str) -> list[str]:
    tokens = tokens_of(message)
    return [message[tokens[begin].begin : tokens[end - 1].end] for begin, end in parts_of(tokens)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("log scale and sort, then title Foo", ["log scale", "sort", "title Foo"]),
        ('y from 0,5 to 1,5, title "A, b. and c"', ["y from 0,5 to 1,5", 'title "A, b. and c"']),
        ("x range 1.5 to 2.5. Dark!", ["x range 1.5 to 2.5", "Dark"]),
        ("dunkel\nund ohne Legende", ["dunkel", "ohne Legende"]),
        ("a, , and; ???", ["a"]),
        ("it's 'a, b' & more", ["it's 'a, b'", "more"]),
        ("price vs. cost", ["price vs. cost"]),
        ("", []),
    ],
)
def test_a_message_is_cut_between_requests_and_never_inside_quotes(message: str, parts: list[str]) -> None:
    assert cut(message) == parts


@pytest.mark.parametrize("quoted", ['"a b"', "“a b”", "„a b“", "„a b”", "«a b»", "»a b«", "‘a b’", "‚a b‘", "'a b'"])
def test_quotes_of_every_kind_come_off(quoted: str) -> None:
    assert unquoted(quoted) == "a b"
    assert len(tokens_of(f"title {quoted}")) == 2


@pytest.mark.parametrize("text", ["a b", '"a" and "b"', '"', "it's", ""])
def test_what_is_not_quoted_as_a_whole_stays(text: str) -> None:
    assert unquoted(text) == text


@given(st.text(max_size=300))
def test_tokens_stand_where_they_say_and_leave_out_blanks_alone(message: str) -> None:
    end = 0
    for token in tokens_of(message):
        assert not message[end : token.begin].strip()
        assert message[token.begin : token.end] == token.text
        end = token.end
    assert not message[end:].strip()
