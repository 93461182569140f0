"""The lease book: it has what the agent holds now, and an agent that starts is not kept from it by a scheduler."""

from __future__ import annotations

import sqlalchemy as sa

from agent_svc.lease_book import LeaseBook
from agent_svc.sessions.database import open_database, sqlite_url
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from tests.integration.agent_svc.agent_house import AgentHouse
from tests.integration.agent_svc.test_one_thing_at_a_time import begin, until


def noted(house: AgentHouse) -> int:
    """How many leases are in the book."""
    engine = sa.create_engine(sqlite_url(house.data_dir / "agent.db"))
    with engine.connect() as connection:
        count = connection.scalar(sa.text("SELECT count(*) FROM leases"))
    engine.dispose()
    return int(count or 0)


async def test_the_hold_and_the_run_of_a_turn_are_in_the_book_for_as_long_as_it_lasts(
    endless_house: AgentHouse,
) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    assert noted(endless_house) == 0
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    assert noted(endless_house) == 2
    await anna.call("CancelTurn", session_id=session_id)
    assert noted(endless_house) == 0


async def test_an_agent_whose_scheduler_is_away_starts_and_forgets_what_was_left(empty_house: AgentHouse) -> None:
    empty_house.data_dir.mkdir()
    database = await open_database(sqlite_url(empty_house.data_dir / "agent.db"))
    block = LeaseBook(database).noting(Caller("anna", Tier.PUBLIC), "a-lease", 7)
    await block.__aenter__()  # and never left: the agent dies
    await database.close()
    assert noted(empty_house) == 1
    empty_house.scheduler_address = "127.0.0.1:9"
    await empty_house.start_agent()
    assert noted(empty_house) == 0
