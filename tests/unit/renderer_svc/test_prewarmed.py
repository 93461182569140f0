"""Prewarmed sandboxes: warmed for the library that was asked for, given out once, let go when nobody comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.harness.order import Order
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import LaunchFailed, SandboxSpec
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.prewarmed import PrewarmedKind

ORDER = Order(
    nonce="n1",
    script="plot.py",
    modules=("plotly",),
    rehearsal="",
    watcher="",
    vector=True,
    seed=7,
    cpu_s=1,
    data_bytes=1,
    helper_data_bytes=0,
    file_bytes=1,
    processes=1,
    open_files=1,
    site="/opt/site",
)
SPEC = SandboxSpec(Image((), (), (), "python", ()), Limits(), 0, {"plot.py": b"1"}, ORDER.to_json())


class FakeSandbox:
    """Notes what it is given."""

    def __init__(self, spec: SandboxSpec) -> None:
        self.spec = spec
        self.warmed: list[bytes] = []
        self.jobs: list[bytes] = []
        self.is_alive = True
        self.closed = False

    def warm(self, order: bytes) -> None:
        self.warmed.append(order)

    def hand_over(self, files: Any, order: bytes) -> None:
        self.jobs.append(order)

    def kill(self) -> None:
        self.is_alive = False

    def wait(self, timeout_s: float) -> bool:
        return True

    def close(self) -> None:
        self.closed = True


class FakeKind:
    """Launches fakes; `fails` makes it fail."""

    def __init__(self) -> None:
        self.cold = 0
        self.launched: list[FakeSandbox] = []
        self.fails = False
        self.closed = False

    def start(self, spec: SandboxSpec) -> FakeSandbox:
        self.cold += 1
        return FakeSandbox(spec)

    def launch(self, spec: SandboxSpec) -> FakeSandbox:
        if self.fails:
            raise LaunchFailed("no namespaces")
        self.launched.append(FakeSandbox(spec))
        return self.launched[-1]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bubblewrap() -> FakeKind:
    return FakeKind()


@pytest.fixture
def make(bubblewrap: FakeKind) -> Iterator[Callable[..., PrewarmedKind]]:
    made: list[PrewarmedKind] = []

    def build(**options: Any) -> PrewarmedKind:
        kind = cast(BubblewrapKind, bubblewrap)
        made.append(PrewarmedKind(kind, event_log("test"), **{"ready": 1, "first_slot": 8, **options}))
        return made[-1]

    yield build
    for kind in made:
        kind.close()


def test_the_first_job_waits_and_the_next_finds_a_sandbox_that_was_warmed_for_it(
    bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]
) -> None:
    kind = make()
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    next_job = replace(SPEC, order=replace(ORDER, nonce="n2", seed=9).to_json(), limits=Limits(wall_s=3))
    taken = cast(Any, kind.start(next_job))
    assert (bubblewrap.cold, taken) == (1, bubblewrap.launched[0])
    warmed = Order.from_json(taken.warmed[0])
    assert (warmed.nonce, warmed.seed, warmed.vector) == ("", 0, False)
    assert taken.jobs == [next_job.order]
    assert taken.spec.files == {}
    assert taken.spec.slot >= 8


def test_a_trial_of_our_own_leaves_nothing_ready_that_nobody_will_ask_for(
    bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]
) -> None:
    kind = make()
    kind.start(replace(SPEC, trial=True))
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    assert (bubblewrap.cold, len(bubblewrap.launched)) == (2, 1)


def test_a_sandbox_serves_one_job(bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]) -> None:
    kind = make()
    given = []
    for _ in range(4):
        given.append(kind.start(SPEC))
        assert kind.wait_until_ready(5)
    assert len(set(map(id, given))) == 4


def test_another_library_gets_none_of_it(bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]) -> None:
    kind = make()
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    kind.start(replace(SPEC, order=replace(ORDER, modules=("bokeh",)).to_json()))
    assert bubblewrap.cold == 2


def test_one_that_died_while_it_waited_is_not_given_out(
    bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]
) -> None:
    kind = make()
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    bubblewrap.launched[0].is_alive = False
    kind.start(SPEC)
    assert (bubblewrap.cold, bubblewrap.launched[0].closed) == (2, True)


@pytest.mark.parametrize(
    "options", [{"ready": 0}, {"may_keep": lambda limits: False}], ids=["none wanted", "no memory"]
)
def test_nothing_is_kept_ready_against_the_settings_or_without_memory(
    bubblewrap: FakeKind, make: Callable[..., PrewarmedKind], options: dict[str, Any]
) -> None:
    kind = make(**options)
    kind.start(SPEC)
    kind.close()
    assert (bubblewrap.cold, bubblewrap.launched) == (1, [])


def test_what_nobody_asks_for_any_more_is_let_go(bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]) -> None:
    now = [0.0]
    kind = make(idle_s=0.01, clock=lambda: now[0])
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    now[0] = 1.0
    assert kind.wait_until_idle(5)
    assert [sandbox.closed for sandbox in bubblewrap.launched] == [True]


def test_a_launch_that_fails_costs_no_job(bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]) -> None:
    kind = make()
    bubblewrap.fails = True
    kind.start(SPEC)
    kind.start(SPEC)
    assert bubblewrap.cold == 2


def test_closing_lets_go_of_all(bubblewrap: FakeKind, make: Callable[..., PrewarmedKind]) -> None:
    kind = make()
    kind.start(SPEC)
    assert kind.wait_until_ready(5)
    kind.close()
    assert [sandbox.closed for sandbox in bubblewrap.launched] == [True]
    assert bubblewrap.closed
