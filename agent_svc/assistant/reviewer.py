"""The reviewer: a model that looks at a finished picture, small, and names defects of a closed set."""

from __future__ import annotations

import asyncio
import io
import json
import secrets
from typing import Final

from PIL import Image as Pictures
from pydantic import BaseModel, ConfigDict, Field

from agent_svc.assistant.forced import answer_of, tool_of
from agent_svc.models.call import Image, Message, ModelCall, Purpose, Role, SystemBlock, Text
from agent_svc.models.fence import fenced
from agent_svc.models.language_model import LanguageModel
from agent_svc.models.prompts import prompt
from agent_svc.pipeline.outcome import PlotOutcome
from agent_svc.pipeline.reviewer import Defect

LONGEST_SIDE: Final = 1_200  #: pixels of the picture that is looked at
MAX_OUTPUT: Final = 300
_TOOL: Final = "defects"


class _Seen(BaseModel):
    """What is wrong with the picture."""

    model_config = ConfigDict(extra="forbid")

    defects: list[Defect] = Field(max_length=len(Defect), description="What is plainly wrong; empty when nothing is.")


class PictureReviewer:
    """Looks with `model`, once a picture."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def look(self, outcome: PlotOutcome) -> tuple[Defect, ...]:
        """See `Reviewer`. Raises what the model raises, and `UnusableAnswerError`."""
        small = await asyncio.to_thread(downscaled, outcome.png)
        findings = [{"gate": found.gate, "message": found.message} for found in outcome.findings]
        words = f"Theme: {outcome.theme.value}. What was measured:\n" + fenced(
            json.dumps(findings, ensure_ascii=False), secrets.token_hex(8)
        )
        call = ModelCall(
            Purpose.REVIEWER,
            (SystemBlock(prompt("reviewer"), cached=True),),
            (Message(Role.USER, (Image(small), Text(words))),),
            MAX_OUTPUT,
            (tool_of(_TOOL, "Names the defects of the picture.", _Seen),),
            forced_tool=_TOOL,
        )
        return tuple(answer_of(await self._model.complete(call), _TOOL, _Seen).defects)


def downscaled(png: bytes) -> bytes:
    """`png`, which the gates have let through, with its longest side at most `LONGEST_SIDE` pixels."""
    with Pictures.open(io.BytesIO(png)) as picture:
        small = picture.convert("RGB")
        small.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        written = io.BytesIO()
        small.save(written, "PNG")
        return written.getvalue()
