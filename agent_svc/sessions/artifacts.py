"""The artifact store: files of sessions, written once, behind `obstore`."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Final

from obstore.store import LocalStore, MemoryStore

from agent_svc.errors import ArtifactNotFoundError
from agent_svc.sessions.version import Artifact

MEDIA_TYPES: Final = {
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".py": "text/x-python; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".zip": "application/zip",
}


class ArtifactStore:
    """Files below `<session>/`. A key is used once: what is written is never written again, only purged."""

    def __init__(self, objects: LocalStore | MemoryStore) -> None:
        self._objects = objects

    async def put(self, session_id: str, name: str, data: bytes) -> Artifact:
        """Write a file and say where it is; when this returns, it is on the disk."""
        key = f"{session_id}/{uuid.uuid4().hex}/{name}"
        await self._objects.put_async(key, data, mode="create")
        return Artifact(name, MEDIA_TYPES[Path(name).suffix], len(data), key)

    async def get(self, key: str) -> bytes:
        """The file's bytes. Raises `ArtifactNotFoundError` when it was purged."""
        try:
            found = await self._objects.get_async(key)
        except FileNotFoundError as error:
            raise ArtifactNotFoundError from error
        return bytes(await found.bytes_async())

    async def stored_bytes(self, session_id: str) -> int:
        """How many bytes the files of a session have, also those that no row names."""
        return sum(entry["size"] for entry in await self._objects.list(prefix=session_id).collect_async())

    async def remove(self, key: str) -> None:
        """Remove one file that no row names any more; one that is gone is no error."""
        try:
            await self._objects.delete_async(key)
        except FileNotFoundError:
            return

    async def purge(self, session_id: str) -> None:
        """Remove every file of a session, also those that no row names."""
        entries = await self._objects.list(prefix=session_id).collect_async()
        if entries:
            await self._objects.delete_async([entry["path"] for entry in entries])


def open_artifacts(folder: Path) -> ArtifactStore:
    """Files in `folder`, which is made when it does not exist."""
    return ArtifactStore(LocalStore(folder, mkdir=True, automatic_cleanup=True))


def memory_artifacts() -> ArtifactStore:
    """Files in memory, gone with the process."""
    return ArtifactStore(MemoryStore())
