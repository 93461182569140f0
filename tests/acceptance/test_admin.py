"""`plotlane admin` against a running house."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from tests_support import RunningHouse, kept_house

ADMIN = [sys.executable, "-m", "plotlane_kit.cli", "admin"]
TIMEOUT_S = 60
USERS = ("ada", "ben", "cleo")
OPERATOR = caller_metadata(Caller("operator", Tier.ADMIN))


class Desk:
    """An operator's terminal, and the users whose work they see."""

    def __init__(self, house: RunningHouse, channel: grpc.Channel) -> None:
        self.house = house
        self.runs: Any = scheduler_pb2_grpc.SchedulerServiceStub(channel)  # type: ignore[arg-type]
        self.quotas: Any = scheduler_pb2_grpc.QuotaServiceStub(channel)  # type: ignore[arg-type]

    def command(self, *arguments: str) -> list[str]:
        return [*ADMIN, *arguments, "--data-dir", str(self.house.data_dir)]

    def says(self, *arguments: str) -> str:
        """What a command prints that must go well."""
        ended = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def refuses(self, *arguments: str) -> str:
        """The one complaint of a command that must fail."""
        ended = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        assert ended.returncode != 0, ended.stdout
        assert "Traceback" not in ended.stdout + ended.stderr
        return ended.stderr

    def submit(self, user: str, wanted: pb.RunState.ValueType, **fields: Any) -> Work:
        """A run of `user` that has come to the state `wanted`."""
        request = pb.SubmitRequest(run_id=uuid.uuid4().hex, pool="runs", kind="plot", **fields)
        work = Work(self, request.run_id, self.runs.Submit(request, metadata=metadata(user), timeout=TIMEOUT_S))
        work.until(wanted)
        return work


class Work:
    """A run and its stream."""

    def __init__(self, desk: Desk, run_id: str, stream: Iterator[pb.SubmitResponse]) -> None:
        self.desk = desk
        self.run_id = run_id
        self.stream = stream
        self.last = pb.QueueStatus()

    def until(self, wanted: pb.RunState.ValueType) -> pb.QueueStatus:
        """Read on to the state `wanted`."""
        while self.last.state != wanted:
            self.last = next(self.stream).status
        return self.last

    def release(self) -> None:
        self.desk.runs.Release(pb.ReleaseRequest(run_id=self.run_id, token=self.last.token), metadata=OPERATOR)


def metadata(user: str) -> tuple[tuple[str, str], ...]:
    return caller_metadata(Caller(user, Tier.PUBLIC))


@pytest.fixture(scope="module")
def house_with_one_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with kept_house(tmp_path_factory.mktemp("house"), {"PLOTLANE_SCHEDULER_RUNS__CONCURRENCY": "1"}) as house:
        yield house


@pytest.fixture
def desk(house_with_one_place: RunningHouse) -> Iterator[Desk]:
    """Each test finds an empty, resumed scheduler."""
    with grpc.insecure_channel(house_with_one_place.address("scheduler")) as channel:
        desk = Desk(house_with_one_place, channel)
        yield desk
        desk.runs.Pause(pb.PauseRequest(pool="runs", paused=False), metadata=OPERATOR)
        for user in USERS:
            desk.runs.Cancel(pb.CancelRequest(user=user), metadata=OPERATOR)


def test_runs_lists_what_is_in_flight_and_what_waits_in_its_order(desk: Desk) -> None:
    assert "0 in all" in desk.says("runs")
    first = desk.submit("ada", pb.RUN_STATE_STARTED, locks=["session:s1"])
    second = desk.submit("ben", pb.RUN_STATE_QUEUED)
    third = desk.submit("cleo", pb.RUN_STATE_QUEUED)
    listed = desk.says("runs")
    lines = {
        work.run_id: line for line in listed.splitlines() for work in (first, second, third) if work.run_id in line
    }
    assert "started" in lines[first.run_id]
    assert "session:s1" in lines[first.run_id]
    assert "queued" in lines[second.run_id]
    assert listed.index(second.run_id) < listed.index(third.run_id)
    assert "ada" not in listed, "an operator's list names nobody"


def test_cancel_takes_the_user_as_the_list_of_runs_shows_them(desk: Desk) -> None:
    desk.submit("ada", pb.RUN_STATE_STARTED)
    (shown,) = desk.runs.ListRuns(pb.ListRunsRequest(), metadata=OPERATOR).runs
    assert shown.user_hash in desk.says("runs")
    assert "cancelled 1" in desk.says("cancel", "--user", shown.user_hash)


@pytest.mark.parametrize("by", ["id", "session", "user"])
def test_cancel_ends_a_run_whatever_it_is_named_by(desk: Desk, by: str) -> None:
    work = desk.submit("ada", pb.RUN_STATE_STARTED, locks=["session:s1"])
    named = {"id": [work.run_id], "session": ["--session", "s1"], "user": ["--user", "ada"]}
    assert "cancelled 1" in desk.says("cancel", *named[by])
    assert work.until(pb.RUN_STATE_ENDED).end == pb.END_REASON_CANCELLED
    assert "nothing to cancel" in desk.refuses("cancel", *named[by])


def test_a_paused_pool_starts_nothing_until_it_is_resumed(desk: Desk) -> None:
    assert "plotlane admin resume" in desk.says("pause")
    work = desk.submit("ada", pb.RUN_STATE_QUEUED)
    listed = desk.says("runs")
    assert "queued" in listed
    assert "runs is paused" in listed
    desk.says("resume")
    work.until(pb.RUN_STATE_STARTED)


def test_drain_waits_for_what_is_in_flight_and_starts_nothing_meanwhile(desk: Desk) -> None:
    running = desk.submit("ada", pb.RUN_STATE_STARTED)
    waiting = desk.submit("ben", pb.RUN_STATE_QUEUED)
    with subprocess.Popen(desk.command("drain"), stdout=subprocess.PIPE, text=True) as draining:
        assert draining.stdout is not None
        assert draining.stdout.readline() == "1 in flight\n"
        running.release()
        assert draining.stdout.readline().startswith("drained")
    assert draining.returncode == 0
    assert waiting.run_id in desk.says("runs")
    desk.says("resume")
    waiting.until(pb.RUN_STATE_STARTED)


def test_drain_gives_up_after_its_timeout_and_says_what_it_left(desk: Desk) -> None:
    desk.submit("ada", pb.RUN_STATE_STARTED)
    assert "runs stays paused" in desk.refuses("drain", "--timeout", "0.2")


def test_unlock_frees_a_session_by_ending_what_has_it(desk: Desk) -> None:
    work = desk.submit("ada", pb.RUN_STATE_STARTED, locks=["session:s1"])
    assert "session:s1 is free; ended 1" in desk.says("unlock", "session:s1")
    work.until(pb.RUN_STATE_ENDED)
    assert "session:s1 was free" in desk.says("unlock", "session:s1")


def test_usage_shows_a_locked_out_user_and_strikes_reset_lets_them_in_again(desk: Desk) -> None:
    for _ in range(3):
        answer = desk.quotas.RecordStrike(pb.RecordStrikeRequest(), metadata=metadata("ada"))
    assert answer.locked_out_s > 0
    assert "locked out" in desk.says("usage")
    assert "forgotten" in desk.says("strikes", "reset", sha256(b"ada").hexdigest()[:16])
    assert "locked out" not in desk.says("usage")
    assert "has no strikes" in desk.says("strikes", "reset", "ada")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cancel"], "name one thing to cancel"),
        (["cancel", "some-run", "--user", "ada"], "name one thing to cancel"),
        (["pause", "gpu"], "write runs or render"),
        (["unlock", "some-session"], "session:<id>"),
        (["runs", "--pool", "gpu"], "write runs or render"),
    ],
)
def test_a_mistake_is_one_clear_answer(house: RunningHouse, arguments: list[str], said: str) -> None:
    with grpc.insecure_channel(house.address("scheduler")) as channel:
        assert said in Desk(house, channel).refuses(*arguments)


def test_a_scheduler_elsewhere_is_named_by_its_address(house: RunningHouse, tmp_path: Path) -> None:
    command = [*ADMIN, "runs", "--data-dir", str(tmp_path), "--scheduler", house.address("scheduler")]
    assert "in all" in subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=True).stdout


def test_without_a_house_it_says_how_to_start_or_name_one(tmp_path: Path) -> None:
    command = [*ADMIN, "runs", "--data-dir", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert ended.returncode == 1
    assert "plotlane up" in ended.stderr
    assert "--scheduler" in ended.stderr
