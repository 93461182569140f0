"""The spelling: few slips are forgiven, and only where they leave a keyword."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.models.offline.spelling import Speller, slips

SPELLER = Speller(["legend", "logarithmic", "sort", "log", "ascending", "descending"])
letters = st.text("abcd", max_size=8)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("ledgend", {"legend": 1}),
        ("sotr", {"sort": 1}),
        ("logaritmc", {"logarithmic": 2}),
        ("dscending", {"ascending": 1, "descending": 1}),
        ("lgo", {}),
        ("zebra", {}),
        ("sort", {}),
        ("s0rt", {}),
        ("x" * 1_000, {}),
    ],
)
def test_candidates_are_the_keywords_within_reach(word: str, meant: dict[str, int]) -> None:
    assert SPELLER.candidates(word) == meant


@given(letters, letters)
def test_slips_are_the_same_both_ways_and_none_for_the_same_word(one: str, other: str) -> None:
    assert slips(one, other) == slips(other, one)
    assert (slips(one, other) == 0) == (one == other)


@given(st.text("abcdefgh", min_size=8, max_size=12), st.integers(0, 7), st.sampled_from("abcdefgh"))
def test_every_single_slip_in_a_long_keyword_is_found(keyword: str, place: int, letter: str) -> None:
    speller = Speller([keyword])
    for slipped in (keyword[:place] + keyword[place + 1 :], keyword[:place] + letter + keyword[place:]):
        if slipped != keyword and len(slipped) >= 8:
            assert speller.candidates(slipped) == {keyword: 1}
