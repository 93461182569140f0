"""A scripted model: a server on a real socket that speaks the Messages API and answers what the test has written."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Block = dict[str, Any]
USAGE: Mapping[str, int] = {"input_tokens": 100, "output_tokens": 20}


@dataclass(frozen=True)
class Answer:
    """The model says `blocks`; after `cut_after` events the connection breaks (`clean`: it closes)."""

    blocks: Sequence[Block]
    stop: str = "end_turn"
    usage: Mapping[str, int] = field(default_factory=lambda: dict(USAGE))
    cut_after: int | None = None
    clean: bool = False
    wait: asyncio.Event | None = None  # answered when it is set
    error_after: tuple[int, str] | None = None  # after so many events, an `error` event of this type


@dataclass(frozen=True)
class Refusal:
    """The provider answers with an error."""

    status: int
    kind: str = "api_error"
    retry_after: str = ""
    body: str | None = None


Step = Answer | Refusal


def says(text: str, **more: Any) -> Answer:
    """An answer of words."""
    return Answer([{"type": "text", "text": text}], **more)


def uses(name: str, arguments: Mapping[str, Any] | str, text: str = "", call_id: str = "call-1", **more: Any) -> Answer:
    """An answer that asks for a tool; `arguments` as text are sent as they are, JSON or not."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    words: list[Block] = [{"type": "text", "text": text}] if text else []
    return Answer([*words, {"type": "tool_use", "id": call_id, "name": name, "written": written}], "tool_use", **more)


class ScriptedModel:
    """Answers each request with the next step; a request too many, or one that the provider would refuse, is refused
    and breaks the test at its end.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.unexpected = 0
        self.invalid: list[str] = []
        self._steps: deque[Step] = deque()
        self.arrived = asyncio.Condition()

    def will(self, *steps: Step) -> None:
        """Answer the next requests so."""
        self._steps.extend(steps)

    @property
    def left(self) -> int:
        """Steps that nobody has asked for."""
        return len(self._steps)

    async def asked(self, times: int) -> None:
        """Return when it has been asked so often."""
        async with asyncio.timeout(30), self.arrived:
            await self.arrived.wait_for(lambda: len(self.requests) >= times)

    async def answer(self, request: Request) -> Response:
        """One request."""
        body = await request.json()
        async with self.arrived:
            self.requests.append(body)
            self.paths.append(request.url.path)
            self.headers.append(dict(request.headers))
            self.arrived.notify_all()
        wrong = _wrong(body)
        if wrong:
            self.invalid.append(wrong)
            return _refused(Refusal(400, "invalid_request_error"))
        if not self._steps:
            self.unexpected += 1
            return _refused(Refusal(400, "invalid_request_error"))
        step = self._steps.popleft()
        if isinstance(step, Refusal):
            return _refused(step)
        if step.wait is not None:
            await step.wait.wait()
        if not body.get("stream"):
            return JSONResponse(_whole(step, str(body.get("model", ""))))
        return StreamingResponse(_events(step, str(body.get("model", ""))), media_type="text/event-stream")


def _wrong(body: Mapping[str, Any]) -> str:
    """What the provider would refuse the request for; empty: nothing."""
    asked: list[str] = []
    for place, message in enumerate(body["messages"]):
        if message["role"] != ("user", "assistant")[place % 2]:
            return "the roles do not alternate"
        parts = message["content"]
        if any(part["type"] == "text" and not part["text"].strip() for part in parts):
            return "a text is empty"
        answered = [part["tool_use_id"] for part in parts if part["type"] == "tool_result"]
        if answered != asked:
            return f"{answered} answer {asked}"
        uses = [part for part in parts if part["type"] == "tool_use"]
        asked = [part["id"] for part in uses]
        for name in (*asked, *(part["name"] for part in uses)):
            if re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) is None:
                return f"{name!r} is no name"
    ids = [part["id"] for message in body["messages"] for part in message["content"] if part["type"] == "tool_use"]
    return "" if len(set(ids)) == len(ids) else f"{ids} are not unique"


def _refused(step: Refusal) -> Response:
    headers = {"retry-after": step.retry_after} if step.retry_after else {}
    if step.body is not None:
        return Response(step.body, step.status, headers)
    error = {"type": "error", "error": {"type": step.kind, "message": "scripted: the secret text of an error"}}
    return JSONResponse(error, step.status, headers)


def _whole(step: Answer, model: str) -> dict[str, Any]:
    blocks = [_finished(block) for block in step.blocks]
    return {**_head(step, model), "content": blocks, "stop_reason": step.stop, "usage": dict(step.usage)}


def _finished(block: Block) -> Block:
    if block["type"] != "tool_use":
        return block
    return {**{k: v for k, v in block.items() if k != "written"}, "input": json.loads(block["written"])}


def _head(step: Answer, model: str) -> dict[str, Any]:
    usage = {**step.usage, "output_tokens": 1}
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": model or "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }


async def _events(step: Answer, model: str) -> AsyncIterator[bytes]:
    for number, event in enumerate(_stream(step, model)):
        if step.error_after is not None and number == step.error_after[0]:
            yield _sse({"type": "error", "error": {"type": step.error_after[1], "message": "scripted: secret"}})
            return
        if step.cut_after is not None and number == step.cut_after:
            if step.clean:
                return
            raise ConnectionAbortedError("scripted cut")
        yield _sse(event)


def _stream(step: Answer, model: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [{"type": "message_start", "message": _head(step, model)}]
    for index, block in enumerate(step.blocks):
        if block["type"] == "text":
            start: Block = {"type": "text", "text": ""}
            deltas = [{"type": "text_delta", "text": part} for part in _halves(block["text"])]
        else:
            start = {"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in _halves(block["written"])]
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    output = {"output_tokens": step.usage["output_tokens"]}
    events.append(
        {"type": "message_delta", "delta": {"stop_reason": step.stop, "stop_sequence": None}, "usage": output}
    )
    events.append({"type": "message_stop"})
    return events


def _halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [part for part in (text[:middle], text[middle:]) if part]


def _sse(event: Mapping[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


class _Quiet(uvicorn.Server):
    """Leaves the signals to the test runner."""

    def install_signal_handlers(self) -> None: ...


@asynccontextmanager
async def scripted_model() -> AsyncIterator[ScriptedModel]:
    """A server for one test; at its end every request must have been expected."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        model = ScriptedModel(f"http://127.0.0.1:{listener.getsockname()[1]}")
        app = Starlette(routes=[Route("/{path:path}", model.answer, methods=["POST"])])
        config = uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
        server = _Quiet(config)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield model
        finally:
            server.should_exit = True
            await task
    assert not model.invalid, model.invalid
    assert not model.unexpected, f"{model.unexpected} requests more than the script has steps"
