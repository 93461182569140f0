"""The conversion for operators: what a listing holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.chunks import MAX_MESSAGE_BYTES
from scheduler_svc import operator_convert as convert
from scheduler_svc.core.listing import Listed
from scheduler_svc.core.run import RunState
from scheduler_svc.errors import InvalidError


def entries(count: int, keys: int = 1) -> list[Listed]:
    locks = tuple(f"resource:{number:0128}" for number in range(keys))
    return [
        Listed("group", f"g{number}", RunState.IN_FLIGHT, "ada", "plot", locks, 0.0, in_grace=False)
        for number in range(count)
    ]


def test_a_listing_holds_as_many_as_were_asked_for_and_counts_the_rest() -> None:
    shown = convert.listing(entries(5), 0.0, limit=2)
    assert ([each.id for each in shown.runs], shown.total) == (["g0", "g1"], 5)
    assert len(convert.listing(entries(1_200), 0.0, limit=0).runs) == convert.MAX_LISTED


def test_a_listing_says_for_how_long_and_nothing_of_what_nobody_knows() -> None:
    known, unknown = entries(2)
    shown = convert.listing([replace(known, since=40.0), replace(unknown, since=None)], 52.5, limit=0)
    assert [each.age_s for each in shown.runs] == [12.5, 0.0]


def test_an_operator_names_a_user_by_the_id_or_by_the_hash_that_the_listing_shows() -> None:
    shown = convert.listing(entries(1), 0.0, limit=1).runs[0].user_hash
    users = {"ada", "ben"}
    assert [convert.user_named(name, users) for name in ("ada", shown, "0" * 16)] == ["ada", "ada", "0" * 16]
    assert convert.user_named(shown, {shown, "ada"}) == shown


@pytest.mark.parametrize("address", ["one", "one:0", "one:65536", "one:99999", ":7000"])
def test_a_renderer_that_nobody_could_reach_is_refused(address: str) -> None:
    with pytest.raises(InvalidError, match="host:port"):
        convert.renderer_offer(pb.RegisterSlotsRequest(address=address, slots=1), "render")


def test_a_listing_always_fits_into_one_message() -> None:
    shown = convert.listing(entries(60, keys=960), 0.0, limit=0)
    assert 0 < len(shown.runs) < shown.total == 60
    assert MAX_MESSAGE_BYTES * 0.8 < shown.ByteSize() <= MAX_MESSAGE_BYTES
