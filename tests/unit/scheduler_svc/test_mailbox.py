"""A mailbox: order, the latest place only, bounded memory."""

from __future__ import annotations

import asyncio

from scheduler_svc.core.run import EndReason
from scheduler_svc.core.status import QueuePlace, RunStatus, Step
from scheduler_svc.mailbox import Mailbox


def status(step: Step, position: int = 0) -> RunStatus:
    place = QueuePlace(position, 9, 1.0) if step is Step.QUEUED else None
    return RunStatus(step, "r1", 1, "tag", place, EndReason.RELEASED if step is Step.ENDED else None)


async def read(mailbox: Mailbox) -> list[RunStatus]:
    return [each async for each in mailbox.messages()]


async def test_messages_come_in_order_and_end_with_ended() -> None:
    mailbox = Mailbox("r1")
    for step in Step:
        if step not in (Step.BLOCKED, Step.QUEUED):
            mailbox.put(status(step))
    assert [each.step for each in await read(mailbox)] == [Step.ACCEPTED, Step.STARTED, Step.ENDED]


async def test_only_the_latest_place_is_kept_for_a_slow_reader() -> None:
    mailbox = Mailbox("r1")
    mailbox.put(status(Step.ACCEPTED))
    for position in range(1_000, 0, -1):
        mailbox.put(status(Step.QUEUED, position))
    assert len(mailbox) == 2
    mailbox.close()
    places = [each.place for each in await read(mailbox) if each.place is not None]
    assert [place.position for place in places] == [1]


async def test_a_start_overwrites_a_place_that_nobody_has_read() -> None:
    mailbox = Mailbox("r1")
    mailbox.put(status(Step.QUEUED, 1))
    mailbox.put(status(Step.STARTED))
    mailbox.close()
    assert [each.step for each in await read(mailbox)] == [Step.STARTED]


async def test_nothing_is_put_behind_the_end() -> None:
    mailbox = Mailbox("r1")
    mailbox.put(status(Step.ENDED))
    mailbox.put(status(Step.STARTED))
    assert [each.step for each in await read(mailbox)] == [Step.ENDED]


async def test_a_reader_that_waits_is_woken_by_the_next_message() -> None:
    mailbox = Mailbox("r1")
    reader = asyncio.create_task(read(mailbox))
    await asyncio.sleep(0)
    mailbox.put(status(Step.STARTED))
    await asyncio.sleep(0)
    mailbox.put(status(Step.ENDED))
    assert [each.step for each in await reader] == [Step.STARTED, Step.ENDED]


async def test_bundles_bring_what_has_gathered_in_order() -> None:
    mailbox = Mailbox("r1")
    mailbox.put(status(Step.ACCEPTED))
    mailbox.put(status(Step.QUEUED, 2))
    bundles = mailbox.bundles(tuple)
    assert [each.step for each in await anext(bundles)] == [Step.ACCEPTED, Step.QUEUED]
    mailbox.put(status(Step.STARTED))
    mailbox.put(status(Step.ENDED))
    assert [[each.step for each in bundle] async for bundle in bundles] == [[Step.STARTED, Step.ENDED]]


async def test_what_comes_while_a_bundle_becomes_durable_waits_for_the_next() -> None:
    kept = asyncio.Event()

    async def durable() -> None:
        await kept.wait()

    mailbox = Mailbox("r1", durable)
    mailbox.put(status(Step.ACCEPTED))
    first = asyncio.ensure_future(anext(mailbox.bundles(tuple)))
    await asyncio.sleep(0)
    mailbox.put(status(Step.STARTED))
    kept.set()
    assert [each.step for each in await first] == [Step.ACCEPTED]
