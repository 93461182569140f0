"""The metrics page: what one process counts, over HTTP on a port of its own, for Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server


def new_registry() -> CollectorRegistry:
    """A registry that has what Python knows of its process; a service adds its own."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return registry


@asynccontextmanager
async def metrics_page(registry: CollectorRegistry, host: str, port: int | None) -> AsyncIterator[str | None]:
    """Serve `registry` at http://host:port/metrics meanwhile; yields host:port. Port 0: a free one; None: no page.

    The page is made in a thread: whatever is registered must bear being read at any moment. Raises OSError when the
    port is taken.
    """
    if port is None:
        yield None
        return
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise OSError(f"{host}:{port} cannot be listened on for metrics; give another METRICS_PORT") from error
    try:
        yield f"{host}:{server.server_port}"
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        await asyncio.to_thread(thread.join)
