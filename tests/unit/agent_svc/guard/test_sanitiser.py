"""The sanitiser: only words leave, whatever a model wrote."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.guard.sanitiser import MAX_CHARACTERS, sanitise

TRICKS = st.sampled_from(
    ["http://", "https://evil.example/x", "<img src=x>", "![a](b)", "[a](http://b)", "```\n", "&#x3c;", "<", ">",
     "www.", "evil.com", "java", "script:", "data:", "<!--", "-->", "\u202e", "\u200b", "a@b.io", "//", "\n", " "]
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("The y axis is logarithmic now.", "The y axis is logarithmic now."),
        ("Values < 5 and > 3 are kept.", "Values < 5 and > 3 are kept."),
        ("See https://evil.example/a?b=c for more.", "See for more."),
        ("See www.evil.example now.", "See now."),
        ("Title is now “http://evil.example/x”.", "Title is now “…”."),
        ("„Titel“ ist jetzt „evil.com/x?y“.", "„Titel“ ist jetzt „…“."),
        ("“see http://evil.example/x” and more", "“see ” and more"),
        ("Ask evil.com/login today", "Ask today"),
        ("Look: [the docs](https://evil.example)", "Look: the docs"),
        ("Look: ![beacon](https://evil.example/x.png)", "Look: beacon"),
        ("Click <a href='javascript:alert(1)'>here</a>", "Click here"),
        ("<script>alert(1)</script>done", "alert(1)done"),
        ("<img src=x onerror=alert(1)>ok", "ok"),
        ("an <img src=x onerror=alert(1) unclosed", "an"),
        ("a<!-- hidden -->b", "ab"),
        ("a<//b", "a/b"),
        ("&lt;b&gt;bold&lt;/b&gt;", "bbold/b"),
        ("hi\u202e\u200bthere\x07", "hithere"),
        ("javascript:alert(1) no", "no"),
        ("data:text/html,<b>x no", "no"),
        ("The data: 5 rows, 3 columns.", "The data: 5 rows, 3 columns."),
        ("Column `price (EUR)` has 3.5 of 10.", "Column `price (EUR)` has 3.5 of 10."),
        ("Done in plot.py and data.csv.", "Done in plot.py and data.csv."),
    ],
)
def test_words_stay_and_what_could_act_goes(written: str, shown: str) -> None:
    assert sanitise(written) == shown


def test_a_short_piece_of_code_may_stay() -> None:
    code = "```python\ndf = df.head()\n```"
    assert sanitise(code) == code


@pytest.mark.parametrize("code", ["```\n" + "x = 1\n" * 40 + "```", "```\nnever closed\n"])
def test_long_code_and_code_without_an_end_are_left_out(code: str) -> None:
    assert sanitise(f"Here:\n{code}") == "Here:"


def test_a_long_text_is_cut_between_words() -> None:
    shown = sanitise("word " * 2_000)
    assert len(shown) <= MAX_CHARACTERS
    assert shown.endswith("word…")


@given(st.lists(st.one_of(TRICKS, st.text(max_size=20)), max_size=30).map("".join))
def test_nothing_that_could_act_is_ever_left_and_a_second_time_changes_nothing(text: str) -> None:
    shown = sanitise(text)
    assert len(shown) <= MAX_CHARACTERS
    assert not re.search(r"https?://|www\.|javascript:|<[a-z!/]|!\[[^\]]*\]\(", shown, re.IGNORECASE)
    assert all(unicodedata.category(c) not in ("Cf", "Cs") for c in shown)
    assert sanitise(shown) == shown
