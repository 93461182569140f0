"""The matcher: which wordings a phrase allows, and which of several readings comes first."""

from __future__ import annotations

import pytest

from agent_svc.models.offline.matcher import MAX_TOKENS, Found, Matcher, Meter
from agent_svc.models.offline.phrase import Vocabulary
from agent_svc.models.offline.tokens import tokens_of

VOCABULARIES = {
    "tone": Vocabulary({"high": "high|very loud", "low": "low"}),
    "color": Vocabulary({"green": "green|grün"}, exact=True),
}


def found(said: str, *phrases: str) -> list[Found[str]]:
    tokens = tokens_of(said)
    return (
        Matcher([(phrase, phrase) for phrase in phrases], VOCABULARIES)
        .find(tokens, 0, [len(tokens)], Meter())
        .get(len(tokens), [])
    )


@pytest.mark.parametrize(
    ("phrase", "said", "matches"),
    [
        ("play [the|a] song", "play song", True),
        ("play [the|a] song", "play the song", True),
        ("play [the|a] song", "play the a song", False),
        ("(play|start it) now", "start it now", True),
        ("play", "PLAY!", True),
        ("play", "please play", False),  # courtesies before a request are cut off by whoever asks
        ("play song", "play please song", True),
        ("play {number} songs", "play seven songs", True),
        ("play {number} songs", "play many songs", False),
        ("play {words}", "play a, b", False),
        ("play {list}", "play a, b", True),
        ("größer", "groesser", True),
        ("lies vor", "lies-vor", True),
        ("lies-vor", "lies vor", True),
    ],
)
def test_a_phrase_allows_its_wordings_and_no_others(phrase: str, said: str, matches: bool) -> None:
    assert bool(found(said, phrase)) is matches


def test_a_vocabulary_says_which_value_was_meant() -> None:
    assert found("sing very loud", "sing {tone}")[0].values == {"tone": "high"}
    assert found("sing low", "sing {tone:how}")[0].values == {"how": "low"}


def test_slips_are_forgiven_in_keywords_and_not_in_exact_values() -> None:
    one = found("snig low", "sing {tone}")[0]
    assert (one.slips, one.respelled) == (1, {0: "sing"})
    assert found("sing gren", "sing {color}") == []


def test_the_reading_with_the_shorter_value_comes_first() -> None:
    said = found("title to Foo", "title {text}", "title [to] {text}")
    assert [one.spans["text"] for one in said[:2]] == [(2, 2), (1, 2)]
    assert found("call it x now", "call it {text}", "call it {text} now")[0].owner == "call it {text} now"


def test_a_reading_without_slips_comes_before_one_with() -> None:
    assert [one.owner for one in found("sort it", "sorry it", "sort it")] == ["sort it"]
    assert [one.slips for one in found("sorx it", "sort it", "{words} it")] == [0, 1]


def test_a_request_of_too_many_words_is_none() -> None:
    assert found("a " * (MAX_TOKENS - 1) + "b", "{words}")
    assert not found("a " * MAX_TOKENS + "b", "{words}")


@pytest.mark.parametrize("phrase", ["play [the song", "play the) song", "[play]", "play (a|b"])
def test_a_phrase_that_is_not_well_formed_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="phrase"):
        found("play", phrase)
