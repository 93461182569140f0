"""The libraries that can draw, one small class each, and the one list of them."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime

ALL: Final[tuple[Runtime, ...]] = (MatplotlibRuntime(),)
