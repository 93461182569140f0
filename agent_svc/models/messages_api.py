"""The Messages API: our calls in its words, and its stream of events as our reply."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from agent_svc.models.call import (
    Image,
    Message,
    ModelCall,
    ModelReply,
    Part,
    Role,
    StopReason,
    SystemBlock,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
)

_ROLES: Final = {Role.USER: "user", Role.MODEL: "assistant"}
_STOPS: Final = {
    "end_turn": StopReason.END,
    "stop_sequence": StopReason.END,
    "tool_use": StopReason.TOOL,
    "max_tokens": StopReason.LENGTH,
    "model_context_window_exceeded": StopReason.LENGTH,
    "refusal": StopReason.REFUSED,
}
_ODD: Final = re.compile(r"[^a-zA-Z0-9_-]")
_NAME_LENGTH: Final = 64
_CACHED: Final = {"type": "ephemeral"}


def request_of(call: ModelCall, model_id: str) -> dict[str, Any]:
    """The body of the request that asks for `call`, streamed."""
    body: dict[str, Any] = {
        "model": model_id,
        "max_tokens": call.max_output_tokens,
        "system": [_system(block) for block in call.system],
        "messages": [_message(message) for message in call.messages],
        "stream": True,
    }
    if call.tools:
        body["tools"] = [_tool(tool) for tool in call.tools]
    if call.forced_tool:
        body["tool_choice"] = {"type": "tool", "name": call.forced_tool, "disable_parallel_tool_use": True}
    return body


def _system(block: SystemBlock) -> dict[str, Any]:
    written: dict[str, Any] = {"type": "text", "text": block.text}
    return {**written, "cache_control": _CACHED} if block.cached else written


def _tool(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}


def _message(message: Message) -> dict[str, Any]:
    return {"role": _ROLES[message.role], "content": [_part(part) for part in message.parts]}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Text(text):
            return {"type": "text", "text": text}
        case Image(png):
            data = base64.b64encode(png).decode("ascii")
            return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        case ToolCall(call_id, name, arguments):
            return {"type": "tool_use", "id": call_id, "name": _allowed(name), "input": dict(arguments or {})}
        case ToolResult(call_id, text, is_error):
            return {"type": "tool_result", "tool_use_id": call_id, "content": text, "is_error": is_error}


def _allowed(name: str) -> str:
    """`name` in the letters that the provider takes; a model may have made up one that it does not take back."""
    return _ODD.sub("_", name)[:_NAME_LENGTH] or "_"


class Reader:
    """Puts the events of one streamed answer together; `usage` is what is known so far, None before it begins."""

    def __init__(self) -> None:
        self.usage: Usage | None = None
        self.model = ""
        self._blocks: dict[int, dict[str, str]] = {}
        self._stop: str | None = None

    def feed(self, event: Mapping[str, Any]) -> None:
        """Take one event, as JSON. Raises KeyError, TypeError or ValueError for one that is none."""
        match event["type"]:
            case "message_start":
                self.model = str(event["message"]["model"])
                self._count(event["message"]["usage"])
            case "content_block_start":
                block = event["content_block"]
                self._blocks[int(event["index"])] = {
                    "type": str(block["type"]),
                    "id": str(block.get("id", "")),
                    "name": str(block.get("name", "")),
                    "written": str(block.get("text") or ""),
                }
            case "content_block_delta":
                delta = event["delta"]
                self._blocks[int(event["index"])]["written"] += str(
                    delta.get("text") or delta.get("partial_json") or ""
                )
            case "message_delta":
                self._stop = event["delta"].get("stop_reason") or self._stop
                self._count(event["usage"])

    @property
    def is_whole(self) -> bool:
        """Whether the answer has reached its end."""
        return self._stop is not None

    def reply(self) -> ModelReply:
        """The answer; only when it is whole."""
        blocks = [self._blocks[index] for index in sorted(self._blocks)]
        return ModelReply(
            text=_sendable("".join(block["written"] for block in blocks if block["type"] == "text")),
            tool_calls=tuple(_called(block) for block in blocks if block["type"] == "tool_use"),
            stop=_STOPS.get(self._stop or "", StopReason.END),
            usage=self.usage or Usage(),
            model=self.model,
        )

    def _count(self, usage: Mapping[str, Any]) -> None:
        known = self.usage or Usage()
        self.usage = Usage(  # the counts of a later event are totals, and may leave out what has not changed
            input=_count_of(usage, "input_tokens", known.input),
            output=_count_of(usage, "output_tokens", known.output),
            cache_read=_count_of(usage, "cache_read_input_tokens", known.cache_read),
            cache_write=_count_of(usage, "cache_creation_input_tokens", known.cache_write),
        )


def _count_of(usage: Mapping[str, Any], name: str, known: int) -> int:
    count = usage.get(name)
    return known if count is None else max(int(count), known)


def _called(block: Mapping[str, str]) -> ToolCall:
    return ToolCall(_sendable(block["id"]), _sendable(block["name"]), _arguments(block["written"] or "{}"))


def _arguments(written: str) -> dict[str, object] | None:
    """What `written` says; None when that is no object, or none that could be sent back in the next request.

    Python reads more than JSON has: infinite numbers, and halves of characters from `\\ud800`.
    """
    try:
        arguments = json.loads(written)
        json.dumps(arguments, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def _sendable(text: str) -> str:
    """`text` with a question mark for each half of a character."""
    return text.encode(errors="replace").decode()
