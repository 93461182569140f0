"""A picture of the gallery: drawn by the services, made small enough to stand on a page with hundreds of others."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import grpc
from PIL import Image

from agent_svc.evals.attempt import ending, findings_of, refusal_text
from agent_svc.evals.calls import Calls
from agent_svc.evals.report import CaseFinding
from agent_svc.gallery.example import Example
from plotlane_kit.grpc_errors import from_rpc_error

THEMES: Final = ("light", "dark")
_STEPS: Final = (80, 65, 50, 35, 20, 10, 1)  # qualities that are tried in turn
THUMBNAIL_PX: Final = 160  # width
_LARGEST_PX: Final = 100_000_000  # of what a gate has let pass


@dataclass(frozen=True, slots=True)
class Drawn:
    """One chart in one library and one theme; `webp` is empty when there is no picture."""

    chart: str
    library: str
    theme: str
    status: str
    detail: str = ""
    findings: tuple[CaseFinding, ...] = ()
    webp: bytes = b""
    thumbnail: bytes = b""  #: the same, tiny; only when it was asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is drawn: an example in one library, in the themes named."""

    example: Example
    library: str
    themes: Sequence[str] = THEMES
    width_px: int = 960
    thumbnail_bytes: int = 0  #: how large a thumbnail may be; 0: none is made


async def draw(calls: Calls, wanted: Wanted) -> AsyncIterator[Drawn]:
    """Each theme of `wanted`, in one session that is gone afterwards. A refusal is told, and ends it."""
    example, session, left = wanted.example, "", list(wanted.themes)
    try:
        session = await calls.create(example.chart, wanted.library)
        await calls.upload(session, example.file_name, example.data)
        if example.bindings:
            await calls.bind(session, example.bindings)
        if example.options:
            await calls.set_options(session, example.options)
        while left:
            yield await _themed(calls, wanted, session, left[0])
            del left[0]
    except grpc.aio.AioRpcError as error:
        detail = refusal_text(from_rpc_error(error))
        for theme in left:
            yield Drawn(example.chart, wanted.library, theme, "error", detail)
    finally:
        if session:
            await calls.delete(session)


async def _themed(calls: Calls, wanted: Wanted, session: str, theme: str) -> Drawn:
    events = await calls.draw(session, theme)
    status, _, detail = ending(events)
    drawn = Drawn(wanted.example.chart, wanted.library, theme, status, detail)
    for event in events:
        if event.HasField("plot") and event.plot.version.number:
            png = await calls.artifact(session, event.plot.version.number, f"plot-{theme}.png")
            most = wanted.thumbnail_bytes
            return replace(
                drawn,
                findings=findings_of(event.plot.version),
                webp=await asyncio.to_thread(small, png, wanted.width_px),
                thumbnail=await asyncio.to_thread(small, png, THUMBNAIL_PX, most) if most else b"",
            )
    return drawn


def small(png: bytes, width_px: int, most_bytes: int = 0) -> bytes:
    """`png` as a WebP of that width; with `most_bytes`, in the best quality that stays within them."""
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        if image.width * image.height > _LARGEST_PX:
            raise ValueError(f"a picture of {image.width} × {image.height} pixels is none of ours")
        height_px = max(1, round(image.height * width_px / image.width))
        reduced = image.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)
    for quality in _STEPS:
        target = io.BytesIO()
        reduced.save(target, "WEBP", quality=quality, method=6)
        if not most_bytes or target.tell() <= most_bytes:
            break
    return target.getvalue()
