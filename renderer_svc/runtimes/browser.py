"""A browser runtime: a library that draws in Chromium's headless shell, which is up before the script is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from renderer_svc.limits import GIB, MIB, Limits
from renderer_svc.runtimes.base import FONT_ENV, Runtime
from renderer_svc.runtimes.parts import CHROMIUM
from renderer_svc.sandbox.image import SITE

#: Chromium, its helpers and Python take 380 to 560 MiB; a page with a large figure adds to that.
_MEMORY_BYTES: Final = 1536 * MIB
#: Chromium 156 reserves private memory that it does not use: with 3 GiB no page opens, with 4 GiB pages do.
_BROWSER_DATA_BYTES: Final = 8 * GIB
_PROCESSES: Final = 256
_OPEN_FILES: Final = 1024
#: Chromium keeps what its processes share there: 65 MiB were seen while a picture of 3200 x 1800 was exported.
_DISK_BYTES: Final = 256 * MIB


class BrowserRuntime(Runtime):
    """What plotly and bokeh share."""

    parts = (CHROMIUM,)
    fork_safe = False
    fonts = ("Noto Sans", *(name for name in Runtime.fonts if name != "Noto Sans"))

    def env(self) -> Mapping[str, str]:
        # The browser is started by a small Python program of its own, which looks for its packages there.
        return {**FONT_ENV, "BROWSER_PATH": CHROMIUM.find(), "PYTHONPATH": SITE}

    def limits(self, limits: Limits) -> Limits:
        return replace(
            limits,
            processes=max(limits.processes, _PROCESSES),
            open_files=max(limits.open_files, _OPEN_FILES),
            helper_data_bytes=_BROWSER_DATA_BYTES,
            disk_bytes=max(limits.disk_bytes, _DISK_BYTES),
            memory_bytes=max(limits.memory_bytes, _MEMORY_BYTES),
        )
