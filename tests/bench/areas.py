"""The areas: what can be measured by name; `libraries` is a part of `renderer`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from tests.bench import data, e2e, gateway, renderer, renderer_libraries
from tests.bench.measure import Area
from tests.bench.scheduler import core, rpc, streams

AREAS: Final = MappingProxyType[str, tuple[Area, ...]](
    {
        "scheduler": (core.measure, rpc.measure, streams.measure),
        "renderer": (renderer.measure, renderer_libraries.measure),
        "libraries": (renderer_libraries.measure,),
        "data": (data.measure,),
        "e2e": (e2e.measure,),
        "gateway": (gateway.measure,),
    }
)
