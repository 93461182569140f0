"""The handler `outbox`: new data is drawn in a saved session, and a ticket says where the picture is.

Its payload: `session`, `data` (a table, as it would be pasted) and `title` (what stands over the picture).
Tickets are files `<signal>.json` in the folder that OUTBOX names; without one, in `outbox` of the working folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from agent_svc.signals import InvalidSignalError, Prompt, Result, Signal, new_tag

LONGEST_TITLE = 80


class Outbox:
    """Plain functions: each runs in a thread of its own, so files may be written here."""

    def check(self, signal: Signal) -> None:
        """Before the signal is kept: what comes from a client is looked at, whoever it is."""
        for name in ("session", "data", "title"):
            if not isinstance(signal.payload.get(name), str) or not signal.payload[name]:
                raise InvalidSignalError(f"Say `{name}`: a text that is not empty.")
        if len(signal.payload["title"]) > LONGEST_TITLE or not signal.payload["title"].isprintable():
            raise InvalidSignalError(f"`title` takes at most {LONGEST_TITLE} characters on one line.")

    def handle(self, signal: Signal) -> list[Prompt]:
        """One prompt: the data is taken in, the title set, the chart drawn, in a run that has the outbox to itself.

        Whatever the run calls gets its tag as `x-plotlane-run-tag`, and can ask the scheduler which run that is
        (`ResolveRunTag`), which answers with the context. Words for somebody who cannot see headers hold the tag too.
        """
        return [
            Prompt(
                session=signal.payload["session"],
                data=signal.payload["data"],
                text=f"title: {signal.payload['title']}",
                tag=new_tag(),
                context=signal.id.encode(),
                resources=("outbox",),
                usage_limit=200_000,
            )
        ]

    def post(self, signal: Signal, result: Result) -> None:
        """After the run, while session and outbox are still locked: the version stays the latest until this returns."""
        folder = Path(os.environ.get("OUTBOX", "outbox"))
        folder.mkdir(parents=True, exist_ok=True)
        run = result.runs[0]
        ticket = {"session": run.session, "version": run.version, "failed": result.failed, "limited": result.limited}
        (folder / f"{signal.id}.json").write_text(json.dumps(ticket) + "\n")
