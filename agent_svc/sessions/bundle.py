"""The bundle: every file of a version in one archive, made when somebody asks for it."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from agent_svc.errors import ArtifactNotFoundError
from agent_svc.sessions.artifacts import MEDIA_TYPES, ArtifactStore
from agent_svc.sessions.version import Artifact, Version

BUNDLE_NAME: Final = "bundle.zip"
_PACKED: Final = frozenset({".png"})  # compressed already
_FIRST_YEAR: Final = 1980  # archives know none before


async def bundle(artifacts: ArtifactStore, version: Version) -> tuple[Artifact, bytes]:
    """The pictures, the code and the data of `version`, dated as the version; the same version, the same bytes.

    Raises `ArtifactNotFoundError` when a file was purged.
    """
    if not version.artifacts:
        raise ArtifactNotFoundError
    files = {each.name: await artifacts.get(each.key) for each in version.artifacts}
    content = await asyncio.to_thread(_archive, files, version.created_at)
    return Artifact(BUNDLE_NAME, MEDIA_TYPES[Path(BUNDLE_NAME).suffix], len(content), ""), content


def _archive(files: dict[str, bytes], created_at: float) -> bytes:
    made = datetime.fromtimestamp(created_at, UTC)
    dated = (max(made.year, _FIRST_YEAR), made.month, made.day, made.hour, made.minute, made.second)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, dated)
            entry.external_attr = 0o644 << 16  # else some systems unpack files that nobody may read
            entry.compress_type = zipfile.ZIP_STORED if Path(name).suffix in _PACKED else zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])
    return out.getvalue()
