"""The SVG of a version: drawn when it is asked for, once, and only for a theme that has its picture."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import start_server
from renderer_svc.desk import Desk
from renderer_svc.house import House
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from tests.integration.agent_svc.agent_house import AgentHouse, Guest


async def test_an_svg_is_drawn_when_it_is_asked_for_and_kept(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    drawn = await anna.file(session_id, "plot-light.svg")
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    await house.stop_scheduler()  # nothing can be drawn any more
    assert await anna.file(session_id, "plot-light.svg") == drawn


async def test_a_theme_without_its_picture_has_no_svg(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    with pytest.raises(PlotlaneError) as refused:
        await anna.file(session_id, "plot-dark.svg")
    assert refused.value.reason is Reason.NOT_FOUND


@pytest.fixture
async def house_for_small_svgs(
    warm: House, renderer_settings: RendererSettings, tmp_path: Path
) -> AsyncIterator[AgentHouse]:
    """A house whose renderer lets no SVG through that has more than 1,000 bytes."""
    desk = Desk(
        warm.executor,
        warm.desk.libraries,
        replace(renderer_settings.run_limits(), extra_bytes=1000),
        slots=1,
        stored=16,
        start_memory_bytes=0,
        available_memory=lambda: 1 << 40,
        on_stuck=lambda: None,
        log=event_log("test"),
    )
    server = await start_server(build_app(replace(warm, desk=desk)), "127.0.0.1", 0)
    house = AgentHouse(tmp_path / "agent", server.address)
    await house.start_scheduler()
    await house.start_agent()
    yield house
    await house.close()
    await server.shutdown(0)


async def test_an_svg_that_is_not_let_through_is_missing_with_the_reason(house_for_small_svgs: AgentHouse) -> None:
    anna = house_for_small_svgs.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    with pytest.raises(PlotlaneError) as refused:
        await anna.file(session_id, "plot-light.svg")
    assert refused.value.reason is Reason.NOT_FOUND
    assert refused.value.metadata["reason"].startswith("too large: ")
    assert refused.value.metadata["reason"].endswith(" bytes of at most 1,000")
    assert refused.value.message == f"There is no plot-light.svg of this version: {refused.value.metadata['reason']}."
    assert "plot-light.png" in refused.value.metadata["names"]
