"""Tags: long, random, and never the same twice."""

from __future__ import annotations

import re

from scheduler_svc.tags import Tags


def test_a_tag_is_128_bits_in_hex_and_none_comes_twice() -> None:
    tags = Tags()
    drawn = [tags.draw() for _ in range(1_000)]
    assert all(re.fullmatch("[0-9a-f]{32}", tag) for tag in drawn)
    assert len(set(drawn)) == 1_000


def test_two_drawers_share_no_tags() -> None:
    one, other = Tags(), Tags()
    assert not {one.draw() for _ in range(200)} & {other.draw() for _ in range(200)}
