"""The interrupted turns: whoever waits for an answer of an agent that died is told so, once, in their language."""

from __future__ import annotations

import pytest

from agent_svc.sessions.memory import MemorySessionStore
from agent_svc.sessions.session import Session
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.turns.interrupted import answer_interrupted
from plotlane_kit.clock import ManualClock


@pytest.mark.parametrize(("said", "answer"), [("dark theme", "Plotlane was"), ("mach es dunkel", "Plotlane wurde")])
async def test_a_message_without_an_answer_gets_one_at_the_next_start_and_only_then(said: str, answer: str) -> None:
    store = MemorySessionStore(ManualClock())
    await store.create(Session("s", "anna", "matplotlib", "en", 0.0, 0.0, "scatter"))
    await store.add_lines("s", [TranscriptLine(Speaker.USER, said)], 1.0)
    for _ in range(2):
        await answer_interrupted(store, ManualClock())
    lines = (await store.get("anna", "s")).transcript
    assert [line.who for line in lines] == [Speaker.USER, Speaker.PLOTLANE]
    assert lines[-1].text.startswith(answer)
