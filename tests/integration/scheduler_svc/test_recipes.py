"""The recipes of docs/recipes.md, run in their order and as they stand there, over reflection."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT, Process, create_subprocess_exec
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.integration.scheduler_svc.conftest import Start

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "recipes.md").read_text()
RECIPES = re.findall(r"^(grpcurl [^\n]*?)( &)?\n# ([^\n]*)$", PAGE, flags=re.MULTILINE)
PATIENCE_S = 20.0


@dataclass
class Terminal:
    """One call and what it has printed so far."""

    process: Process
    printed: str = ""
    grown: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def read(self) -> None:
        assert self.process.stdout is not None
        while chunk := await self.process.stdout.read(65_536):
            async with self.grown:
                self.printed += chunk.decode()
                self.grown.notify_all()

    async def shows(self, text: str) -> None:
        async with self.grown:
            try:
                await asyncio.wait_for(self.grown.wait_for(lambda: text in self.printed), PATIENCE_S)
            except TimeoutError:
                raise AssertionError(f"{text!r} is not in what was printed: {self.printed}") from None


def as_buf_curl(call: str, address: str) -> list[str]:
    """The same call for `buf curl`, which is what the tests have."""
    words = shlex.split(call)
    headers = [part for i, word in enumerate(words) if word == "-H" for part in ("--header", words[i + 1])]
    buf = shutil.which("buf", path=str(Path(sys.executable).parent))
    assert buf, "buf is missing: make test installs it (wheel buf-bin)"
    body = words[words.index("-d") + 1]
    plain = ["--protocol", "grpc", "--http2-prior-knowledge"]
    return [buf, "curl", *plain, *headers, "--data", body, f"http://{address}/{words[-1]}"]


def with_tokens(call: str, terminals: dict[str, Terminal]) -> str:
    """Put in what a reader would copy from an earlier answer."""

    def copied(match: re.Match[str]) -> str:
        field_name = {"TOKEN": "token", "TAG": "tag"}[match[1]]
        found = re.search(rf'"{field_name}":\s*"([0-9a-f]+)"', terminals[match[2]].printed)
        assert found, f"{match[2]} was told no {field_name}"
        return found[1]

    return re.sub(r"\$(TOKEN|TAG)_OF_(\w+)", copied, call)


async def test_every_recipe_answers_as_the_page_says(start: Start) -> None:
    running = await start(lease_grace_s=60.0)
    terminals: dict[str, Terminal] = {}
    everybody: list[Terminal] = []
    readers: list[asyncio.Task[None]] = []
    assert len(RECIPES) == PAGE.count("\ngrpcurl "), "every call is followed by a line that says what it answers"
    try:
        for call, stream, said in RECIPES:
            words = as_buf_curl(with_tokens(call, terminals), running.address)
            terminal = Terminal(await create_subprocess_exec(*words, stdout=PIPE, stderr=STDOUT))
            everybody.append(terminal)
            readers.append(asyncio.create_task(terminal.read()))
            name = re.search(r'"(?:run|hold|group)_id": "(\w+)"', call)
            if stream and name:
                terminals[name[1]] = terminal
            elif not stream:
                await asyncio.wait_for(asyncio.shield(readers[-1]), PATIENCE_S)
                answered = await asyncio.wait_for(terminal.process.wait(), PATIENCE_S) == 0
                assert answered != said.startswith("is refused"), terminal.printed
            own, _, others = said.partition(";")
            for text in re.findall(r'"([^"]+)"', own):
                await terminal.shows(text)
            for text in re.findall(r'"([^"]+)"', others):
                await asyncio.wait_for(_anybody_shows(text, terminals), PATIENCE_S)
    finally:
        for terminal in everybody:
            with suppress(ProcessLookupError):
                terminal.process.kill()
            await terminal.process.wait()
        await asyncio.gather(*readers)


async def _anybody_shows(text: str, terminals: dict[str, Terminal]) -> None:
    waits = [asyncio.create_task(terminal.shows(text)) for terminal in terminals.values()]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for each in waits:
        each.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
