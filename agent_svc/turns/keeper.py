"""The keeper: a finished plot becomes the session's next version, files first, then the row."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent_svc.catalogue import Chart
from agent_svc.gates.base import Finding
from agent_svc.guard.language import Language
from agent_svc.guard.sanitiser import sanitise
from agent_svc.pipeline.outcome import PlotOutcome
from agent_svc.pipeline.spec import PlotSpec
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import Artifact, Cost, Remark, ThemeRecord, Version
from agent_svc.turns.changes import changes
from plotlane_kit.clock import Clock

CODE_NAME: Final = "plot.py"
DATA_NAME: Final = "data.csv"


class Keeper:
    """Stores versions. One whose row exists has its files; files without a row are nobody's and go with the session."""

    def __init__(self, store: SessionStore, artifacts: ArtifactStore, clock: Clock) -> None:
        self._store = store
        self._artifacts = artifacts
        self._clock = clock

    async def keep(
        self,
        session: Session,
        chart: Chart,
        spec: PlotSpec,
        outcome: PlotOutcome,
        cost: Cost,
        token: int,
        language: Language,
    ) -> Version:
        """Store `outcome`, which has a picture, as the run with this fencing token, and `session` as it was drawn.

        The version's changes are told in `language`.

        Raises `VersionConflictError` when another run has stored the version, or a newer one has begun.
        """
        data = spec.read_csv.encode()
        artifacts = (
            await self._put(session, f"plot-{outcome.theme.value}.png", outcome.png),
            await self._put(session, CODE_NAME, outcome.run_form.encode()),
            await self._put(session, DATA_NAME, data),
        )
        version = Version(
            number=session.next_number,
            chart_id=chart.id,
            library=spec.library,
            status=outcome.status,
            reason=outcome.reason,
            theme=outcome.theme,
            bindings=session.bindings,
            options={**session.options, **outcome.changed_options},
            width_px=outcome.width,
            height_px=outcome.height,
            created_at=self._clock.wall().timestamp(),
            steps=() if spec.preparation is None else spec.preparation.steps,
            cost=cost,
            remarks=tuple(map(_remark, outcome.findings)),
            artifacts=artifacts,
            themes=(ThemeRecord(outcome.theme, outcome.status, outcome.reason),),
        )
        said = (*await self._changes(session, version, chart, data, language), *outcome.changes)
        version = replace(version, changes=tuple(map(sanitise, said)))
        await self._store.add_version(session, version, token)
        return version

    async def _put(self, session: Session, name: str, content: bytes) -> Artifact:
        return await self._artifacts.put(session.session_id, name, content)

    async def was_drawn_of(self, version: Version, data: bytes) -> bool:
        """Whether `data` is the data.csv of `version`."""
        kept = version.artifact(DATA_NAME)
        return kept is not None and await self._artifacts.get(kept.key) == data

    async def _changes(
        self, session: Session, version: Version, chart: Chart, data: bytes, language: Language
    ) -> tuple[str, ...]:
        before = session.version(0)
        if before is None:
            return ()
        new_data = not await self.was_drawn_of(before, data)
        return changes(before, version, chart, new_data=new_data, language=language)


def _remark(finding: Finding) -> Remark:
    return Remark(finding.gate, finding.severity.value, sanitise(finding.message), finding.suggestion)
