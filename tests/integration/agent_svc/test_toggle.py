"""The toggle: the other theme of a finished version, drawn once and remembered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agent_svc import catalogue
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import Reason
from tests.integration.agent_svc.agent_house import DARK, LIGHT, AgentHouse, Guest


async def test_the_other_theme_is_drawn_once_and_then_answered_without_a_render(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    drawn = await anna.call("RenderTheme", session_id=session_id, theme=DARK)
    assert (drawn.status, drawn.version) == (pb.PLOT_STATUS_OK, 1)
    assert "plot-dark.png" in [file.name for file in drawn.artifacts]
    dark = await anna.file(session_id, "plot-dark.png")
    assert dark != await anna.file(session_id, "plot-light.png")
    await house.stop_scheduler()  # nothing can be drawn any more
    assert await anna.call("RenderTheme", session_id=session_id, version=1, theme=DARK) == drawn
    assert await anna.file(session_id, "plot-dark.png") == dark


async def test_the_version_s_own_theme_is_there_already(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id, DARK)
    answer = await anna.call("RenderTheme", session_id=session_id, version=1, theme=DARK)
    assert (answer.status, len(answer.artifacts)) == (pb.PLOT_STATUS_OK, 3)


@pytest.mark.parametrize(
    ("version", "theme", "reason"),
    [(7, DARK, Reason.NOT_FOUND), (1000, DARK, Reason.INVALID), (1, 0, Reason.INVALID)],
)
async def test_a_version_or_a_theme_that_cannot_be_is_refused(
    anna: Guest, version: int, theme: int, reason: Reason
) -> None:
    session_id = await anna.session()
    await anna.plot(session_id, LIGHT)
    refused = await anna.refusal("RenderTheme", session_id=session_id, version=version, theme=theme)
    assert refused.reason is reason


async def test_a_session_without_a_version_has_nothing_to_toggle(anna: Guest) -> None:
    session_id = await anna.session()
    refused = await anna.refusal("RenderTheme", session_id=session_id, theme=DARK)
    assert refused.reason is Reason.NOT_FOUND


async def test_a_theme_that_fails_is_tried_twice_and_then_answered_from_the_record(
    empty_house: AgentHouse, tmp_path: Path
) -> None:
    await empty_house.start_scheduler()
    await empty_house.start_agent(catalogue_dir=no_dark_catalogue(tmp_path / "catalogue"))
    anna = empty_house.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    first = await anna.call("RenderTheme", session_id=session_id, theme=DARK)
    assert (first.status, first.reason) == (pb.PLOT_STATUS_FAILED, pb.PLOT_REASON_CODE_FAILED)
    second = await anna.call("RenderTheme", session_id=session_id, theme=DARK)
    await empty_house.stop_scheduler()  # a third try would be UPSTREAM
    assert await anna.call("RenderTheme", session_id=session_id, theme=DARK) == second == first


async def test_an_error_of_ours_is_neither_recorded_nor_counted(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    working = house.renderer_address
    await house.stop_agent()
    await house.start_agent(renderer_address="127.0.0.1:9", renderer_patience_s=0)
    for _ in range(3):
        assert (await house.guest().refusal("RenderTheme", session_id=session_id, theme=DARK)).reason is Reason.UPSTREAM
    await house.stop_agent()
    await house.start_agent(renderer_address=working)
    drawn = await house.guest().call("RenderTheme", session_id=session_id, theme=DARK)
    assert drawn.status == pb.PLOT_STATUS_OK


def no_dark_catalogue(folder: Path) -> Path:
    """The catalogue, in which the scatter plot's script raises in the dark."""
    shutil.copytree(catalogue.loader.FOLDER, folder)
    script = folder / "scatter" / "matplotlib.py"
    before = "options = load_options()\n"
    text = script.read_text()
    assert before in text
    script.write_text(text.replace(before, f'{before}if THEME == "dark":\n    raise ValueError("too dark")\n', 1))
    return folder
