"""The feedback desk: takes a user's reaction to a version and puts its bundle on the shelf."""

from __future__ import annotations

from typing import Final

from agent_svc.errors import ArtifactNotFoundError, InvalidError, TooLongError
from agent_svc.feedback.bundle import Feedback, Reaction, bundle, bundle_id
from agent_svc.feedback.shelf import Shelf
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.session import version_of
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import MAX_VERSION, Version
from agent_svc.turns.keeper import DATA_NAME
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import Violation

MAX_CHARACTERS: Final = 2_000


class FeedbackDesk:
    """Keeps what users say of their plots; the data goes with it only when they say so."""

    def __init__(
        self, store: SessionStore, artifacts: ArtifactStore, shelf: Shelf, quotas: Quotas, clock: Clock
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._shelf = shelf
        self._quotas = quotas
        self._clock = clock

    async def take(
        self, caller: Caller, session_id: str, number: int, reaction: str, text: str, *, include_data: bool
    ) -> None:
        """Keep a reaction to a version (0: the latest), in place of an earlier one to it.

        Raises `InvalidError`, `TooLongError`, `SessionNotFoundError`, `VersionNotFoundError`, and RATE_LIMITED or
        LOCKED_OUT: it counts as a message.
        """
        feedback = _checked(number, reaction, text)
        version = version_of(await self._store.get(caller.user, session_id), number)
        async with self._quotas.spending(caller, Counted.MESSAGE):
            data = await self._data(version) if include_data else None
            name, at = bundle_id(session_id, version.number), self._clock.wall().isoformat(timespec="seconds")
            await self._shelf.put(name, bundle(name, feedback, version, data, at))

    async def _data(self, version: Version) -> bytes:
        artifact = version.artifact(DATA_NAME)
        if artifact is None:
            raise ArtifactNotFoundError
        return await self._artifacts.get(artifact.key)


def _checked(number: int, reaction: str, text: str) -> Feedback:
    wrong = []
    if not 0 <= number <= MAX_VERSION:
        wrong.append(Violation("version", f"takes 0 (the latest) to {MAX_VERSION}"))
    if reaction not in set(Reaction):
        wrong.append(Violation("reaction", "takes up or down"))
    if wrong:
        raise InvalidError(violations=wrong)
    if len(text) > MAX_CHARACTERS:
        raise TooLongError(
            f"The text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are kept. Shorten it.",
            metadata={"limit": str(MAX_CHARACTERS), "measured": str(len(text))},
        )
    return Feedback(Reaction(reaction), text.strip())
