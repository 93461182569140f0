"""The interrupted turns: what an agent that died has never answered, answered when the next one starts."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language, language_of
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from plotlane_kit.clock import Clock

_WORDS: Final = {
    Language.ENGLISH: "Plotlane was restarted while this was under way. If no new version came of it, say it again.",
    Language.GERMAN: "Plotlane wurde währenddessen neu gestartet. Wenn keine neue Version entstanden ist, bitte noch "
    "einmal sagen.",
}


async def answer_interrupted(store: SessionStore, clock: Clock) -> None:
    """Say in each session that waits for an answer that none will come; only before any turn can begin."""
    at = clock.wall().timestamp()
    for session in await store.unanswered():
        words = _WORDS[language_of(session.text, session.locale)]
        await store.add_lines(session.session_id, [TranscriptLine(Speaker.PLOTLANE, words)], at)
