"""The SVG of a version: drawn when it is asked for, once, and only for a theme that has its picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plotlane_kit.errors import PlotlaneError, Reason
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
