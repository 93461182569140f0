"""The table desk: what a user does to the data of a session beside pasting it: upload a file, take steps, undo them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final

from agent_svc.code.loader import script_of
from agent_svc.code.validate import validate
from agent_svc.data.steps import Stepped
from agent_svc.errors import InvalidError, StepNotFoundError
from agent_svc.guard.data_guard import DataGuard
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.desk import Desk
from agent_svc.sessions.hold import SessionHolds, WorkKind
from agent_svc.sessions.opened import Opened
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.session import Arguments, Session, Source, Upload
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.upload import MAX_SHEET, Converters, file_name, needs_conversion, notes_of, whole_file
from agent_svc.sessions.version import Bindings
from agent_svc.tables import SheetChoice
from plotlane_kit.caller import Caller
from plotlane_kit.errors import Violation

_NO_DATA: Final = "There is no data to change yet; paste a table or upload a file first."


class TableDesk:
    """Files and data steps, each under the session's hold; the data before stays when one is refused."""

    def __init__(
        self,
        desk: Desk,
        store: SessionStore,
        datasets: Datasets,
        holds: SessionHolds,
        quotas: Quotas,
        guard: DataGuard,
        converters: Converters,
    ) -> None:
        self._desk = desk
        self._store = store
        self._datasets = datasets
        self._holds = holds
        self._quotas = quotas
        self._guard = guard
        self._converters = converters

    async def upload(
        self, caller: Caller, session_id: str, name: str, sheet: str, chunks: AsyncIterator[bytes]
    ) -> Opened | SheetChoice:
        """Read a file, converted first when it is no text; the sheets to choose from when it has several.

        It is taken in before the session is held. Raises `TooLongError`, `InvalidError`, the data layer's errors and
        those of a conversion, all of which name the file or the place in it.
        """
        await self._store.get(caller.user, session_id)
        name = file_name(name)
        if len(sheet) > MAX_SHEET:
            raise InvalidError(violations=[Violation("sheet", f"takes at most {MAX_SHEET} characters")])
        data = await whole_file(name, chunks)
        if needs_conversion(name, data):
            return await self._converted(caller, session_id, name, sheet, data)
        async with (
            self._quotas.spending(caller, Counted.PASTE),
            self._holds.hold(caller, session_id, WorkKind.PASTE) as hold,
            self._quotas.storing(caller, session_id, len(data)),
        ):
            return await self._taken(caller, session_id, data, Upload(name), hold.hold_id, hold.token)

    async def apply(self, caller: Caller, session_id: str, arguments: Arguments) -> tuple[Opened, str]:
        """Take one data step; the session after it, and the step's code. Raises `InvalidError`, TableTooBigError."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.STEP):
            session = await self._store.get(caller.user, session_id)
            session, code = await self.stepped(session, arguments)
            return await self._desk.save(session), code

    async def undo(self, caller: Caller, session_id: str) -> Opened:
        """Take the last step back. Raises `StepNotFoundError` when there is none."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.STEP):
            session = await self._store.get(caller.user, session_id)
            source = session.source
            if source is None:
                raise StepNotFoundError
            if source.steps:
                undone = replace(session, source=replace(source, steps=source.steps[:-1]))
                return await self._desk.save(await self._desk.mapped(undone))
            made_of = None if source.upload is None else source.upload.before
            if made_of is None:
                raise StepNotFoundError
            opened = await self._desk.save(await self._desk.mapped(replace(session, source=made_of)))
            await self._datasets.forget(source.alone())
            return opened

    async def stepped(self, session: Session, arguments: Arguments) -> tuple[Session, str]:
        """`session`, which is held, after one step, its columns mapped again, and the step's code. Saves nothing.

        Raises `InvalidError`, TableTooBigError.
        """
        source, after = await self._datasets.step(_source_of(session), arguments)
        await asyncio.to_thread(_check_runs, after)
        session = replace(session, source=source, bindings=_followed(session.bindings, source.steps[-1]))
        return await self._desk.mapped(session), after.applied[-1].code

    async def _converted(
        self, caller: Caller, session_id: str, name: str, sheet: str, data: bytes
    ) -> Opened | SheetChoice:
        async with (
            self._quotas.spending(caller, Counted.CONVERSION),
            self._holds.hold(caller, session_id, WorkKind.CONVERT) as hold,
        ):
            converted = await self._converters(caller).convert(data, name, sheet)
            if isinstance(converted, SheetChoice):
                return converted
            upload = Upload(name, converted.note.sheet, tuple(notes_of(converted.note)))
            async with self._quotas.storing(caller, session_id, len(converted.table)):
                return await self._taken(caller, session_id, converted.table, upload, hold.hold_id, hold.token)

    async def _taken(
        self, caller: Caller, session_id: str, table: bytes, upload: Upload, hold_id: str, token: int
    ) -> Opened:
        before = await self._store.get(caller.user, session_id)
        source, dataset = await self._datasets.keep_file(session_id, table, upload)
        try:
            await self._guard.admit(caller, dataset, before.locale, hold_id, token)
        except BaseException:  # nobody has seen it yet, and nobody will
            await self._datasets.forget(source)
            raise
        opened = await self._desk.save(await self._desk.mapped(replace(before, source=source)))
        if before.source is not None:
            await self._datasets.forget(before.source)
        return opened


def _check_runs(stepped: Stepped) -> None:
    """Refuse now what the validator would refuse in every plot that comes after it."""
    problems = validate(script_of(stepped.read.columns, stepped.code))
    if problems:
        text = f"This step cannot be part of a script: {problems[0].message}. Nothing was changed; use another value."
        raise InvalidError(text)


def _followed(bindings: Bindings, step: Arguments) -> Bindings:
    """`bindings` under the names that a step gave."""
    if step["op"] != "rename":
        return bindings
    names = step["names"]
    return {role: tuple(names.get(column, column) for column in columns) for role, columns in bindings.items()}


def _source_of(session: Session) -> Source:
    if session.source is None:
        raise InvalidError(_NO_DATA)
    return session.source
