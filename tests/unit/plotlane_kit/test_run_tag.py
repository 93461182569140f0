"""The run tag: carried by every call of its own run, whatever overlaps with it."""

from __future__ import annotations

import asyncio

from plotlane_kit.run_tag import RUN_TAG_KEY, carrying, run_tag_pairs


def test_a_call_carries_the_tag_of_the_block_that_it_is_made_in() -> None:
    assert run_tag_pairs() == ()
    with carrying("aa"):
        with carrying("bb"):
            assert run_tag_pairs() == ((RUN_TAG_KEY, "bb"),)
        with carrying(""):
            assert run_tag_pairs() == ((RUN_TAG_KEY, "aa"),)
    assert run_tag_pairs() == ()


async def test_runs_that_overlap_and_what_they_start_keep_their_tags_apart() -> None:
    both = asyncio.Barrier(2)

    async def call() -> tuple[tuple[str, str], ...]:
        await both.wait()
        return run_tag_pairs()

    async def run(tag: str) -> tuple[tuple[str, str], ...]:
        with carrying(tag):
            return await asyncio.create_task(call())

    first, second = await asyncio.gather(run("aa"), run("bb"))
    assert (first, second) == (((RUN_TAG_KEY, "aa"),), ((RUN_TAG_KEY, "bb"),))
