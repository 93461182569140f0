"""A signature is believed for one call, at one moment, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from plotlane_kit.caller import TIER_KEY, USER_KEY
from plotlane_kit.callers.check import Doubt
from plotlane_kit.callers.shared_key import LIFE_S, SIGNATURE_KEY, SKEW_S, SharedKeyBadge, SharedKeyCheck
from plotlane_kit.clock import ManualClock

KEY = bytes(range(32))
METHOD = "/plotlane.renderer.v1.RendererService/Cancel"
CALLER = {USER_KEY: "ada", TIER_KEY: "public"}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def check(clock: ManualClock) -> SharedKeyCheck:
    return SharedKeyCheck(KEY, clock)


async def signed(clock: ManualClock, key: bytes = KEY, caller: Mapping[str, str] = CALLER) -> dict[str, str]:
    return {**caller, **dict(await SharedKeyBadge(key, clock).metadata(METHOD, caller))}


async def test_a_call_that_was_signed_with_the_key_is_believed(check: SharedKeyCheck, clock: ManualClock) -> None:
    assert await check.doubt(METHOD, await signed(clock)) is None


async def test_the_same_signature_a_second_time_is_a_replay(check: SharedKeyCheck, clock: ManualClock) -> None:
    shown = await signed(clock)
    assert await check.doubt(METHOD, shown) is None
    clock.advance(LIFE_S)
    assert await check.doubt(METHOD, shown) is Doubt.REPLAYED


@pytest.mark.parametrize(
    "change",
    [
        {TIER_KEY: "admin"},
        {USER_KEY: "eve"},
        {"x-plotlane-address": "1"},
        {USER_KEY: "adap", TIER_KEY: "ublic"},
    ],
)
async def test_what_was_signed_cannot_be_changed(
    check: SharedKeyCheck, clock: ManualClock, change: dict[str, str]
) -> None:
    assert await check.doubt(METHOD, {**await signed(clock), **change}) is Doubt.WRONG


async def test_a_signature_is_good_for_its_own_method_and_key_alone(check: SharedKeyCheck, clock: ManualClock) -> None:
    assert await check.doubt(METHOD + "All", await signed(clock)) is Doubt.WRONG
    assert await check.doubt(METHOD, await signed(clock, key=bytes(32))) is Doubt.WRONG


@pytest.mark.parametrize(
    ("late_s", "doubt"),
    [(LIFE_S, None), (LIFE_S + 1, Doubt.EXPIRED), (-SKEW_S, None), (-SKEW_S - 1, Doubt.EARLY)],
)
async def test_clocks_may_differ_a_little_and_signatures_do_not_last(
    clock: ManualClock, late_s: float, doubt: Doubt | None
) -> None:
    theirs = ManualClock()
    (theirs if late_s < 0 else clock).advance(abs(late_s))
    assert await SharedKeyCheck(KEY, clock).doubt(METHOD, await signed(theirs)) is doubt


@pytest.mark.parametrize(
    ("shown", "doubt"),
    [
        ({}, Doubt.MISSING),
        ({SIGNATURE_KEY: ""}, Doubt.MALFORMED),
        ({SIGNATURE_KEY: "v2.1." + "0" * 32 + "." + "0" * 64}, Doubt.MALFORMED),
        ({SIGNATURE_KEY: "v1.-1." + "0" * 32 + "." + "0" * 64}, Doubt.MALFORMED),
        ({SIGNATURE_KEY: "v1.1." + "0" * 32 + "." + "0" * 64}, Doubt.WRONG),
    ],
)
async def test_anything_else_is_doubted(check: SharedKeyCheck, shown: dict[str, str], doubt: Doubt) -> None:
    assert await check.doubt(METHOD, shown) is doubt


async def test_without_room_for_another_nonce_nobody_is_believed_until_some_have_expired(clock: ManualClock) -> None:
    check = SharedKeyCheck(KEY, clock, most_nonces=2)
    doubts: list[Any] = [await check.doubt(METHOD, await signed(clock)) for _ in range(3)]
    assert doubts == [None, None, Doubt.REPLAYED]
    clock.advance(LIFE_S + SKEW_S + 2)
    assert await check.doubt(METHOD, await signed(clock)) is None
