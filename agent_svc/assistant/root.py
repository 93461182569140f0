"""The root: a model that reads what a user wants, uses tools, and says what was done."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from agent_svc.assistant.told import brief_of, profile_of, versions_of
from agent_svc.assistant.tools import Toolbox
from agent_svc.assistant.workbench import Workbench
from agent_svc.guard.language import Language, language_of
from agent_svc.guard.sanitiser import sanitise
from agent_svc.models.call import (
    Message,
    ModelCall,
    ModelReply,
    Part,
    Purpose,
    Role,
    StopReason,
    SystemBlock,
    Text,
    ToolCall,
)
from agent_svc.models.fence import fenced
from agent_svc.models.language_model import LanguageModel
from agent_svc.models.prompts import prompt
from agent_svc.pipeline.ending import without_message
from agent_svc.sessions.transcript import TranscriptLine

MAX_OUTPUT: Final = 1_500  #: tokens of one answer
MAX_REFUSED: Final = 4  #: tool calls that make no sense; after them the model is not asked again
HISTORY_LINES: Final = 8
HISTORY_CHARACTERS: Final = 400
TOOLS_AT_ONCE: Final = 8
_ENDS: Final = (".", "!", "?", "…", ":", ")", "”", "“", '"')


@dataclass(frozen=True, slots=True)
class Asked:
    """A message of a user, and what was said before it."""

    text: str
    locale: str
    history: tuple[TranscriptLine, ...] = ()

    @property
    def language(self) -> Language:
        """The one that Plotlane's own words are in."""
        return language_of(self.text, self.locale)


class Root:
    """One conversation with `model` over one workbench; ends with words, or when it gets nowhere."""

    def __init__(self, model: LanguageModel, bench: Workbench, toolbox: Toolbox) -> None:
        self._model = model
        self._bench = bench
        self._toolbox = toolbox
        self._calls = 0

    async def answer(self, asked: Asked) -> str:
        """What the model says in the end, sanitised; empty when it says nothing or gets nowhere.

        Raises BUSY, BUDGET, what else keeps the model from being asked, and what a tool cannot go on after.
        """
        messages = [Message(Role.USER, self._opening(asked))]
        while True:
            reply = await self._model.complete(self._call(messages, asked))
            if not reply.tool_calls:
                return _words(reply)
            calls = self._numbered(reply.tool_calls[:TOOLS_AT_ONCE])
            results = [await self._toolbox.use(call) for call in calls]
            if self._toolbox.refused >= MAX_REFUSED:
                return ""
            messages += [Message(Role.MODEL, _said(reply, calls)), Message(Role.USER, tuple(results))]

    def _numbered(self, calls: Sequence[ToolCall]) -> list[ToolCall]:
        """Under ids of our own: one that comes twice, or has odd letters, would make every further request invalid."""
        first = self._calls + 1
        self._calls += len(calls)
        return [replace(call, call_id=f"call_{number}") for number, call in enumerate(calls, start=first)]

    def _call(self, messages: list[Message], asked: Asked) -> ModelCall:
        system = (SystemBlock(prompt("root"), cached=True), SystemBlock(self._session_block(asked)))
        return ModelCall(Purpose.ROOT, system, tuple(messages), MAX_OUTPUT, self._toolbox.tools)

    def _session_block(self, asked: Asked) -> str:
        """Only what the server knows to be of a closed set or a number: nothing that somebody wrote."""
        session = self._bench.session
        known = {
            "chart": session.chart_id or None,
            "library": session.library,
            "locale": asked.locale,
            "rows": self._bench.dataset.rows if self._bench.dataset else 0,
            "versions": versions_of(self._bench),
            "latest_version_has_changed_code": self._bench.is_adapted,
        }
        return f"This session: {json.dumps(known)}"

    def _opening(self, asked: Asked) -> tuple[Part, ...]:
        parts = [
            f"The data:\n{_marked(profile_of(self._bench))}",
            f"The chart:\n{_marked(brief_of(self._bench))}",
            f"The user's message:\n{_marked(asked.text)}",
        ]
        lines = asked.history[-HISTORY_LINES:]
        if lines:
            before = [
                {"who": line.who.value, "said": without_message(line.text)[:HISTORY_CHARACTERS]} for line in lines
            ]
            parts.insert(2, f"What was said before:\n{_marked(before)}")
        return tuple(map(Text, parts))


def _words(reply: ModelReply) -> str:
    """What is shown of the last answer: a whole sentence, or one that is seen to be cut off."""
    words = sanitise(reply.text).rstrip()
    if not words or words.endswith(_ENDS):
        return words
    return f"{words}…" if reply.stop is StopReason.LENGTH else f"{words}."


def _said(reply: ModelReply, calls: Sequence[ToolCall]) -> tuple[Part, ...]:
    words: tuple[Part, ...] = (Text(reply.text),) if reply.text.strip() else ()
    return (*words, *calls)


def _marked(told: object) -> str:
    text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, default=str)
    return fenced(text, secrets.token_hex(8))
