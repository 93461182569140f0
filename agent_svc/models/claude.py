"""Claude: one try of a call of the Messages API, streamed, through the SDK's client."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import anthropic

from agent_svc.models.call import ModelCall, ModelReply, Purpose
from agent_svc.models.language_model import error_of
from agent_svc.models.messages_api import Reader, request_of
from agent_svc.models.sdk_errors import cut, failure_of
from plotlane_kit.run_tag import run_tag_pairs

Client = anthropic.AsyncAnthropic | anthropic.AsyncAnthropicVertex


class Claude:
    """A language model behind the SDK's `client`, which must not retry by itself.

    It streams for the sake of the bill: an answer that breaks off has said by then how much was read.
    """

    def __init__(self, client: Client, model_ids: Mapping[Purpose, str]) -> None:
        self._client = client
        self._model_ids = model_ids

    async def complete(self, call: ModelCall) -> ModelReply:
        """See `LanguageModel.complete`; tried once, for at most `call.timeout_s`."""
        reader = Reader()
        try:
            async with asyncio.timeout(call.timeout_s):
                await self._read(request_of(call, self._model_ids[call.purpose]), reader)
        except Exception as error:  # whatever the SDK raises, and an event that is none, is a failure of this try
            raise error_of(failure_of(error, reader.usage)) from error
        if not reader.is_whole:
            raise error_of(cut(reader.usage))
        return reader.reply()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def _read(self, body: dict[str, Any], reader: Reader) -> None:
        headers = dict(run_tag_pairs())
        async with await self._client.messages.create(**body, extra_headers=headers) as stream:
            async for event in stream:
                reader.feed(event.model_dump(mode="json"))
