"""An outage of a database: nobody is let in and everybody is thrown out, as while its server starts again."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

import psycopg
import sqlalchemy as sa


class Outage:
    """Of the database at `url` (a PostgreSQL's), for as long as it is entered."""

    def __init__(self, url: str) -> None:
        self._name = sa.make_url(url).database
        self._server = sa.make_url(url).set(database="postgres", drivername="postgresql").render_as_string()

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self._begin)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self._end)

    def _begin(self) -> None:
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(f'ALTER DATABASE "{self._name}" ALLOW_CONNECTIONS false')
            server.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [self._name]
            )

    def _end(self) -> None:
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(f'ALTER DATABASE "{self._name}" ALLOW_CONNECTIONS true')
