"""The adapter: a model that changes a plot's code by edits, and once more when the first try was no good."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from agent_svc.assistant.forced import answer_of, tool_of
from agent_svc.code.edits import MAX_EDITS, Edit
from agent_svc.code.folding import folded, helpers_of
from agent_svc.code.rewriting import MAX_BYTES, Rewriting
from agent_svc.guard.sanitiser import sanitise
from agent_svc.models.call import Message, ModelCall, Purpose, Role, SystemBlock, Text, Tool
from agent_svc.models.fence import fenced
from agent_svc.models.language_model import LanguageModel
from agent_svc.models.prompts import prompt
from agent_svc.pipeline.author import Complaint

MAX_OUTPUT: Final = 8_000  #: tokens
_EDIT: Final = "edit_code"
_WRITE: Final = "write_code"
_SUMMARY: Final = 200

Code = Annotated[str, Field(max_length=MAX_BYTES)]


class _Hunk(BaseModel):
    model_config = ConfigDict(extra="forbid")

    find: Code = Field(min_length=1, description="A piece of the script that stands in it exactly once.")
    replace: Code = Field(description="What stands there instead.")


class _Edits(BaseModel):
    """Changes pieces of the script."""

    model_config = ConfigDict(extra="forbid")

    edits: list[_Hunk] = Field(min_length=1, max_length=MAX_EDITS)
    summary: str = Field(max_length=1_000, description="One sentence for the user: what is different in the plot now.")


class _Whole(BaseModel):
    """Writes the script anew."""

    model_config = ConfigDict(extra="forbid")

    code: Code = Field(min_length=1, description="The whole script, with its placeholders and its last line.")
    summary: str = Field(max_length=1_000, description="One sentence for the user: what is different in the plot now.")


class Adapter:
    """Makes the change that is asked for, with `model`."""

    def __init__(self, model: LanguageModel, change: str) -> None:
        """`change`: what is to be different, in words."""
        self._model = model
        self._change = change

    async def write(self, working_form: str) -> Rewriting:
        """See `Author`. Raises what the model raises, and `UnusableAnswerError`."""
        call = self._call(working_form, [], (tool_of(_EDIT, "Changes pieces of the script.", _Edits),))
        return _edits(answer_of(await self._model.complete(call), _EDIT, _Edits))

    async def mend(self, working_form: str, tried: Rewriting, complaints: Sequence[Complaint]) -> Rewriting:
        """See `Author`; answers with edits of the form as it was before the first try, or with a whole script."""
        tools = (
            tool_of(_EDIT, "Changes pieces of the script, instead of the first try.", _Edits),
            tool_of(_WRITE, "Writes the script anew.", _Whole),
        )
        failed = json.dumps({"tried": _told(tried), "complaints": list(complaints)}, ensure_ascii=False)
        words = f"The first try was not good. What was tried, and what is wrong with it:\n{_marked(failed)}"
        reply = await self._model.complete(self._call(working_form, [words], tools))
        if any(asked.name == _WRITE for asked in reply.tool_calls):
            whole = answer_of(reply, _WRITE, _Whole)
            return Rewriting(whole=whole.code, summary=_sentence(whole.summary))
        return _edits(answer_of(reply, _EDIT, _Edits))

    def _call(self, working_form: str, more: list[str], tools: tuple[Tool, ...]) -> ModelCall:
        short, theme_block = folded(working_form)
        words = [
            f"The script:\n{_marked(short)}",
            f"What `use_theme()` offers: {', '.join(helpers_of(theme_block)) or 'nothing'}.",
            f"The change that is wanted:\n{_marked(self._change)}",
            *more,
        ]
        return ModelCall(
            Purpose.ADAPTER,
            (SystemBlock(prompt("adapter"), cached=True),),
            (Message(Role.USER, tuple(map(Text, words))),),
            MAX_OUTPUT,
            tools,
            forced_tool=tools[0].name if len(tools) == 1 else "",
        )


def _edits(answer: _Edits) -> Rewriting:
    edits = tuple(Edit(hunk.find, hunk.replace) for hunk in answer.edits)
    return Rewriting(edits, summary=_sentence(answer.summary))


def _told(tried: Rewriting) -> object:
    return [{"find": edit.find, "replace": edit.replace} for edit in tried.edits]


def _sentence(summary: str) -> str:
    line = " ".join(sanitise(summary).split())
    return line if len(line) <= _SUMMARY else f"{line[: _SUMMARY - 1]}…"


def _marked(text: str) -> str:
    return fenced(text, secrets.token_hex(8))
