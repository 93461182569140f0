"""The makers: what draws plots and answers messages, built over the places that it shall take."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.catalogue import Catalogue
from agent_svc.guard.guard import Guard
from agent_svc.models.offline.provider import OfflineModel
from agent_svc.renderer_client import RendererClient
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.store import SessionStore
from agent_svc.spending.paid_model import PaidModels
from agent_svc.turns.assisted import Assisted
from agent_svc.turns.data_runs import DataRuns
from agent_svc.turns.grammar_answers import GrammarAnswers
from agent_svc.turns.keeper import Keeper
from agent_svc.turns.model_answers import RootAnswers
from agent_svc.turns.places import Places
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.replies import Replies
from plotlane_kit.clock import Clock


@dataclass(frozen=True, slots=True)
class Makers:
    """What they have in common. `models` None: no language model; `review`: whether one looks at each new picture."""

    store: SessionStore
    artifacts: ArtifactStore
    datasets: Datasets
    catalogue: Catalogue
    keeper: Keeper
    renderer: RendererClient
    quotas: Quotas
    guard: Guard
    clock: Clock
    models: PaidModels | None
    review: bool

    def plotter(self, places: Places) -> Plotter:
        """Draws in places of `places`."""
        return Plotter(
            self.store, self.datasets, self.catalogue, self.keeper, places, self.renderer, self.quotas, self.clock
        )

    def replies(self, places: Places) -> Replies:
        """Answers in places of `places`."""
        plotter = self.plotter(places)
        grammar = GrammarAnswers(OfflineModel(), self.store, self.datasets, self.catalogue, plotter, self.clock)
        return Replies(self.store, plotter, grammar, self.guard, self.clock, self._assisted(places, plotter))

    def _assisted(self, places: Places, plotter: Plotter) -> Assisted | None:
        if self.models is None:
            return None
        answers = RootAnswers(
            self.store,
            self.artifacts,
            self.datasets,
            self.catalogue,
            plotter,
            DataRuns(self.datasets, places, self.renderer, self.quotas),
            self.clock,
            review=self.review,
        )
        return Assisted(self.models, answers, self.review)
