"""Feedback: a reaction becomes a bundle in the data folder, with the data only when its owner says so."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from agent_svc.evals.case import read_folder
from plotlane_kit.errors import Reason
from plotlane_kit.settings import Profile
from tests.integration.agent_svc.agent_house import AgentHouse, Guest


def bundles(house: AgentHouse) -> list[dict[str, bytes]]:
    folders = sorted((house.data_dir / "feedback").glob("*"))
    return [{file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders]


async def test_what_a_user_says_of_a_plot_can_be_run_again_and_consent_can_be_taken_back(
    anna: Guest, house: AgentHouse
) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    said: dict[str, Any] = {"session_id": session_id, "reaction": "down", "text": " [b]too small[/b] \n"}
    await anna.call("SendFeedback", **said, include_data=True)
    (case,) = read_folder(house.data_dir / "feedback")
    assert (case.chart, case.library, case.expect.status) == ("scatter", "matplotlib", "ok")
    assert case.data == await anna.file(session_id, "data.csv")
    listing = [sys.executable, "-m", "plotlane_kit.cli", "feedback", "--folder", str(house.data_dir / "feedback")]
    ended = await asyncio.to_thread(subprocess.run, listing, check=True, capture_output=True, text=True)
    listed = str(ended.stdout)
    assert case.id in listed
    assert "[b]too small[/b]" in listed
    await anna.call("SendFeedback", **said, version=1)
    assert [set(files) for files in bundles(house)] == [{"feedback.json"}]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"reaction": "meh"}, Reason.INVALID),
        ({"reaction": "up", "version": 1_000}, Reason.INVALID),
        ({"reaction": "up", "version": 7}, Reason.NOT_FOUND),
        ({"reaction": "up", "text": "x" * 2_001}, Reason.TOO_LONG),
    ],
)
async def test_what_cannot_be_kept_is_refused(
    anna: Guest, house: AgentHouse, fields: dict[str, Any], reason: Reason
) -> None:
    session_id = await anna.session()
    assert (await anna.refusal("SendFeedback", session_id=session_id, **fields)).reason is reason
    assert bundles(house) == []


async def test_nobody_judges_the_plots_of_others_and_reactions_count_as_messages(empty_house: AgentHouse) -> None:
    await empty_house.start_scheduler(profile=Profile.SERVER, quotas={"messages_per_minute": 2})
    await empty_house.start_agent()
    anna, ben = empty_house.guest(), empty_house.guest("ben")
    session_id = await anna.session()
    await anna.plot(session_id)  # one message
    await anna.call("SendFeedback", session_id=session_id, reaction="up")
    refused = await anna.refusal("SendFeedback", session_id=session_id, reaction="down")
    assert refused.reason is Reason.RATE_LIMITED
    assert (await ben.refusal("SendFeedback", session_id=session_id, reaction="up")).reason is Reason.NOT_FOUND
