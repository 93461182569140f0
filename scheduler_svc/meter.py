"""The meter: what the scheduler counts for Prometheus; closed sets of labels, and no user, id or key among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import Run
from scheduler_svc.core.status import PoolStatus

_WAITS_S: Final = (0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 450, 600)
_COMMITS_S: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1)
_GROUPS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_UNSAID: Final = "unsaid"


class Scene(Protocol):
    """What is looked at whenever somebody asks: plain counts, so that another thread may read them."""

    def pools(self) -> Iterable[PoolStatus]:
        """Every pool as it is now."""
        ...

    def open_streams(self) -> int:
        """How many callers listen to a run, a hold or a group."""
        ...

    def open_reservations(self) -> int:
        """How many amounts are set aside under a lease and not yet settled."""
        ...


class Meter:
    """One for each scheduler; what it counts begins at 0 with the process."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        lane = ("pool", "lane")
        self._starts = Counter("plotlane_scheduler_starts", "Runs started.", lane, registry=registry)
        self._ends = Counter(
            "plotlane_scheduler_ends",
            "Runs ended, by why (end) and by what their owners said of them (outcome).",
            (*lane, "end", "outcome"),
            registry=registry,
        )
        self._refusals = Counter("plotlane_scheduler_refusals", "Calls refused.", ("reason",), registry=registry)
        self._waits = Histogram(
            "plotlane_scheduler_queue_wait_seconds",
            "From entering the queue to the start.",
            lane,
            registry=registry,
            buckets=_WAITS_S,
        )
        self._lanes: dict[tuple[str, str], tuple[Counter, Histogram]] = {}
        self._commits = Histogram(
            "plotlane_scheduler_commit_seconds",
            "Each commit of the journal.",
            registry=registry,
            buckets=_COMMITS_S,
        )
        self._groups = Histogram(
            "plotlane_scheduler_commit_decisions",
            "Decisions that shared a commit of the journal.",
            registry=registry,
            buckets=_GROUPS,
        )

    def watch(self, scene: Scene) -> None:
        """Show `scene` on every page from now on. Once."""
        self._registry.register(_Gauges(scene))

    def started(self, run: Run) -> None:
        """A run has its place."""
        starts, waits = self._of_lane(run.request.pool, run.request.lane)
        starts.inc()
        waits.observe(run.queue_wait_s)

    def _of_lane(self, pool: str, lane: str) -> tuple[Counter, Histogram]:
        # Asked for at every start: finding them by their labels takes as long as counting.
        found = self._lanes.get((pool, lane))
        if found is None:
            found = self._lanes[pool, lane] = self._starts.labels(pool, lane), self._waits.labels(pool, lane)
        return found

    def ended(self, run: Run) -> None:
        """A run is over."""
        end, outcome = run.end or _UNSAID, run.outcome or _UNSAID
        self._ends.labels(run.request.pool, run.request.lane, end, outcome).inc()

    def refused(self, reason: Reason) -> None:
        """A call changed nothing."""
        self._refusals.labels(reason).inc()

    def committed(self, decisions: int, took_s: float) -> None:
        """The journal has kept so many decisions at a time. From any thread."""
        self._commits.observe(took_s)
        self._groups.observe(decisions)


class _Gauges(Collector):
    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def collect(self) -> Iterator[Metric]:
        lanes = {
            name: GaugeMetricFamily(f"plotlane_scheduler_{name}", text, labels=("pool", "lane"))
            for name, text in (("waiting", "Runs that wait in the queue."), ("in_flight", "Runs that have a place."))
        }
        pools = {
            name: GaugeMetricFamily(f"plotlane_scheduler_{name}", text, labels=("pool",))
            for name, text in (
                ("blocked", "Runs that may not enter the queue yet."),
                ("places", "Runs that may be in flight at once."),
                ("capacity", "Runs that may wait at once."),
                ("paused", "1 while an operator has stopped the starts."),
            )
        }
        for pool in self._scene.pools():
            for lane in pool.lanes:
                lanes["waiting"].add_metric((pool.pool, lane.lane), lane.waiting)
                lanes["in_flight"].add_metric((pool.pool, lane.lane), lane.in_flight)
            values = {"blocked": pool.blocked, "places": pool.concurrency, "capacity": pool.capacity}
            for name, value in {**values, "paused": int(pool.paused)}.items():
                pools[name].add_metric((pool.pool,), value)
        yield from (*lanes.values(), *pools.values())
        yield GaugeMetricFamily(
            "plotlane_scheduler_open_streams",
            "Callers that listen to a run, a hold or a group.",
            self._scene.open_streams(),
        )
        yield GaugeMetricFamily(
            "plotlane_scheduler_open_reservations",
            "Amounts set aside under a lease and not yet settled.",
            self._scene.open_reservations(),
        )
