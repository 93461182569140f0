"""A file of a version as an HTTP answer that no browser runs, keeps or guesses about."""

from __future__ import annotations

from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from gateway.artifact_client import OpenArtifact
from gateway.headers import FILE_POLICY
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.event_log import event_log

_log = event_log("gateway")

# By ending, not by what the services say: a type is what decides whether a browser runs a file.
MEDIA_TYPES: Final = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "py": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "zip": "application/zip",
}
ALWAYS_SAVED: Final = frozenset({"svg", "zip"})


class ArtifactResponse(StreamingResponse):
    """Streams a file; `name` must have one of the known endings."""

    def __init__(self, artifact: OpenArtifact, name: str, *, download: bool) -> None:
        ending = name.rpartition(".")[2]
        headers = {
            "Content-Length": str(artifact.size),
            "Content-Security-Policy": FILE_POLICY,
            "Cache-Control": "private, no-store",
        }
        if download or ending in ALWAYS_SAVED:
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        super().__init__(artifact.pieces(), headers=headers, media_type=MEDIA_TYPES[ending])
        self._artifact = artifact

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except PlotlaneError as error:
            # Left unfinished: the client counts the bytes and sees that some are missing.
            _log.warning("download_cut", reason=error.reason.value)
        finally:
            self._artifact.close()
