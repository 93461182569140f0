"""The shelf: where bundles are kept, behind `obstore`, at most so many, the oldest making room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from obstore.store import LocalStore, MemoryStore

from agent_svc.feedback.bundle import FEEDBACK_FILE

FOLDER_NAME: Final = "feedback"  # in the agent's data folder
MAX_BUNDLES: Final = 2_000


@dataclass(frozen=True, slots=True)
class Kept:
    """One bundle as it is listed: its name, when it was written, and what feedback.json says."""

    name: str
    written: datetime
    about: Mapping[str, Any]


class Shelf:
    """Keeps bundles as folders `<name>/`."""

    def __init__(self, objects: LocalStore | MemoryStore, most: int = MAX_BUNDLES) -> None:
        self._objects = objects
        self._most = most
        self._writing = asyncio.Lock()

    async def put(self, name: str, files: Mapping[str, bytes]) -> None:
        """Write a bundle in place of the one of that name; the oldest goes when there are too many."""
        async with self._writing:
            found = await self._found()
            gone = [name] if name in found else []
            others = sorted(set(found) - {name}, key=lambda each: found[each][0])
            gone += others[: max(0, len(others) + 1 - self._most)]
            paths = [path for each in gone for path in found[each][1]]
            if paths:
                await self._objects.delete_async(paths)
            for file, content in files.items():
                await self._objects.put_async(f"{name}/{file}", content)

    async def listed(self) -> list[Kept]:
        """Every bundle, the newest first."""
        found = await self._found()
        kept = []
        for name, (written, paths) in found.items():
            if f"{name}/{FEEDBACK_FILE}" in paths:
                answer = await self._objects.get_async(f"{name}/{FEEDBACK_FILE}")
                kept.append(Kept(name, written, json.loads(bytes(await answer.bytes_async()))))
        return sorted(kept, key=lambda each: each.written, reverse=True)

    async def _found(self) -> dict[str, tuple[datetime, list[str]]]:
        """When each bundle was last written, and its files."""
        found: dict[str, tuple[datetime, list[str]]] = {}
        for entry in await self._objects.list().collect_async():
            name = entry["path"].split("/", 1)[0]
            written, paths = found.setdefault(name, (entry["last_modified"], []))
            paths.append(entry["path"])
            found[name] = (max(written, entry["last_modified"]), paths)
        return found


def open_shelf(folder: Path) -> Shelf:
    """Bundles in `folder`, which is made when it does not exist."""
    return Shelf(LocalStore(folder, mkdir=True, automatic_cleanup=True))
