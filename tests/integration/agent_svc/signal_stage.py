"""A handler of the tests' own, which does what a signal's payload says, and signals as their owners see them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from google.protobuf import struct_pb2

from agent_svc.signals import Prompt, Result, Signal
from plotlane.agent.v1 import agent_pb2 as pb
from tests.integration.agent_svc.agent_house import Guest

DONE, FAILED = pb.SIGNAL_STATE_DONE, pb.SIGNAL_STATE_FAILED


class Stage:
    """Makes the prompts that `payload.prompts` lists; its post phase waits for `gates[id]` where the payload says."""

    def __init__(self) -> None:
        self.handled: list[str] = []
        self.results: dict[str, Result] = {}
        self.gates: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.in_post: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def handle(self, signal: Signal) -> list[Prompt]:
        """The prompts, with contexts and resources in the types that they have in Python."""
        self.handled.append(signal.id)
        return [_prompt(wish) for wish in signal.payload["prompts"]]

    async def post(self, signal: Signal, result: Result) -> None:
        """Write down what it is told."""
        self.in_post[signal.id].set()
        if signal.payload.get("gated"):
            await self.gates[signal.id].wait()
        self.results[signal.id] = result


def _prompt(wish: Mapping[str, Any]) -> Prompt:
    made = {**wish, "resources": tuple(wish.get("resources", ())), "context": wish.get("context", "").encode()}
    return Prompt(**made)


STAGE = Stage()
"""What the package registers; a test that plays on it begins with `raise_curtain`."""


def raise_curtain() -> Stage:
    """The stage, as if nothing had been played on it."""
    STAGE.__init__()  # type: ignore[misc]  # the entry point names this object, so it stays the same
    return STAGE


def register(folder: Path, name: str, target: str) -> None:
    """Put a package into `folder` that registers `target` as the handler `name`."""
    metadata = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[plotlane.signal_handlers]\n{name} = {target}\n")


async def emit(guest: Guest, signal_id: str, handler: str, payload: Mapping[str, Any]) -> pb.Signal:
    """Emit a signal."""
    struct = struct_pb2.Struct()
    struct.update(dict(payload))
    answer = await guest.call("EmitSignal", signal_id=signal_id, handler=handler, payload=struct)
    kept: pb.Signal = answer.signal
    return kept


async def ended(guest: Guest, signal_id: str) -> pb.Signal:
    """The signal once it has ended."""
    last = pb.Signal()
    async for message in guest.stream("WatchSignal", signal_id=signal_id):
        last = message.signal
    return last


async def claimed(guest: Guest, signal_id: str) -> None:
    """Return when its runs are known."""
    stream = guest.stream("WatchSignal", signal_id=signal_id)
    async for message in stream:
        if message.signal.runs:
            break
    await stream.aclose()
