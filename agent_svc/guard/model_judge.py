"""The model judge: a language model that must answer with one word of a closed set."""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import Final, TypeVar

from agent_svc.guard.verdict import DataVerdict, GuardUnavailableError, MessageVerdict
from agent_svc.models.call import Message, ModelCall, Purpose, Role, SystemBlock, Text, Tool
from agent_svc.models.fence import fenced
from agent_svc.models.language_model import LanguageModel, ModelBusyError, ModelError
from agent_svc.models.prompts import prompt

V = TypeVar("V", bound=StrEnum)

TIMEOUT_S: Final = 15.0
_MAX_OUTPUT: Final = 60


class ModelJudge:
    """Judges messages and data with `model`, tried once; what cannot be judged does not pass."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def judge_message(self, text: str) -> MessageVerdict:
        """See `MessageJudge`."""
        return await self._ask(Purpose.SCOPE_JUDGE, "scope_judge", text, MessageVerdict)

    async def judge_data(self, columns: tuple[str, ...], samples: tuple[tuple[str, ...], ...]) -> DataVerdict:
        """See `DataJudge`."""
        lines = [f"{name}: {' | '.join(cells)}" for name, cells in zip(columns, samples, strict=True)]
        return await self._ask(Purpose.DATASET_JUDGE, "dataset_judge", "\n".join(lines), DataVerdict)

    async def _ask(self, purpose: Purpose, name: str, text: str, verdicts: type[V]) -> V:
        call = ModelCall(
            purpose,
            (SystemBlock(prompt(name), cached=True),),
            (Message(Role.USER, (Text(fenced(text, secrets.token_hex(8))),)),),
            _MAX_OUTPUT,
            (_verdict_tool(verdicts),),
            forced_tool="verdict",
            timeout_s=TIMEOUT_S,
        )
        try:
            reply = await self._model.complete(call)
        except ModelBusyError:
            raise
        except ModelError as error:
            raise GuardUnavailableError from error
        for asked in reply.tool_calls:
            if asked.name == "verdict" and asked.arguments is not None:
                word = asked.arguments.get("verdict")
                if isinstance(word, str) and word in {member.value for member in verdicts}:
                    return verdicts(word)
        raise GuardUnavailableError


def _verdict_tool(verdicts: type[StrEnum]) -> Tool:
    schema = {
        "type": "object",
        "properties": {"verdict": {"type": "string", "enum": [member.value for member in verdicts]}},
        "required": ["verdict"],
        "additionalProperties": False,
    }
    return Tool("verdict", "Gives the verdict.", schema)
