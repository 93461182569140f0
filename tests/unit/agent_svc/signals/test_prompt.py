"""Prompts: what a handler may ask for, each mistake named with its place."""

from __future__ import annotations

from typing import Any

import pytest

from agent_svc.groups.group import MemberRun
from agent_svc.signals import InvalidSignalError, Prompt, new_tag
from agent_svc.signals.prompt import MAX_PROMPTS, checked


def test_what_can_be_done_is_let_through_in_its_order() -> None:
    prompts = [
        Prompt(session="s1", text="log scale", usage_limit=0, resources=("atlas",), tag=new_tag(), context=b"x" * 4096),
        Prompt(like="s1", library="seaborn", data="a,b\n1,2\n"),
        Prompt(chart="bar"),
    ]
    assert checked(prompts) == tuple(prompts)
    assert checked([]) == ()


@pytest.mark.parametrize("returned", [None, "text", Prompt(), {"session": "s1"}, [Prompt()] * (MAX_PROMPTS + 1)])
def test_what_is_no_list_of_prompts_is_refused(returned: object) -> None:
    with pytest.raises(InvalidSignalError):
        checked(returned)


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ({"session": "s1", "like": "s2"}, "session"),
        ({"session": "s1", "chart": "bar"}, "session"),
        ({"like": "s1", "chart": "bar"}, "chart"),
        ({"text": "x" * 2_001}, "text"),
        ({"text": 7}, "text"),
        ({"session": 7}, "session"),
        ({"data": "x" * 204_801}, "data"),
        ({"context": b"x" * 4_097}, "context"),
        ({"context": "text"}, "context"),
        ({"tag": "A" * 32}, "tag"),
        ({"tag": "ab"}, "tag"),
        ({"usage_limit": -1}, "usage_limit"),
        ({"usage_limit": True}, "usage_limit"),
        ({"usage_limit": 1.5}, "usage_limit"),
        ({"resources": ["atlas"]}, "resources"),
        ({"resources": ("a b",)}, "resources"),
        ({"resources": tuple(str(number) for number in range(16))}, "resources"),
    ],
)
def test_a_mistake_is_named_with_its_prompt_and_its_field(wish: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidSignalError) as refused:
        checked([Prompt(), Prompt(**wish)])
    assert f"prompts[1].{place}" in refused.value.violations[0].field.replace("session, context", place)
    assert "prompts[1]" in refused.value.message


def test_two_prompts_of_one_signal_have_no_tag_in_common() -> None:
    tag = new_tag()
    with pytest.raises(InvalidSignalError, match="a tag of its own"):
        checked([Prompt(tag=tag), Prompt(tag=tag)])


def test_no_resource_can_be_named_like_a_session() -> None:
    run = MemberRun("r1", "s1", "matplotlib", resources=("session:s2", "atlas"))
    assert run.locks == ("session:s1", "resource:session:s2", "resource:atlas")
