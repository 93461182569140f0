"""Scenario files: what is wrong is named by file and field."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from scheduler_svc.simulate.load import ScenarioError, find, load, shipped

GOOD = """
title: Two visitors
until_s: 600
policy: {profile: server, runs: {concurrency: 2}}
sources:
  - name: visitor
    users: 2
    arrivals: {pattern: poisson, per_hour: 60}
    run_time: {kind: lognormal, median_s: 40, max_s: 120}
"""


def message(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "mine.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ScenarioError) as caught:
        load(path)
    lines = str(caught.value).splitlines()
    assert all(line.startswith(f"{path}: ") for line in lines)
    return "\n".join(line.removeprefix(f"{path}: ") for line in lines)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    scenario = load(path)
    assert scenario.sources[0].users == 2
    assert scenario.policy.settings().concurrency == 2
    assert scenario.policy.settings().starts_per_minute == 6


@pytest.mark.parametrize(
    ("instead_of", "written", "said"),
    [
        ("until_s: 600", "until_s: soon", "until_s: "),
        ("until_s: 600", "", "until_s: Field required"),
        ("concurrency: 2", "concurrency: 0", "policy.runs.concurrency: "),
        ("concurrency: 2", "places: 2", "policy.runs.places: "),
        ("profile: server", "profile: cloud", "policy.profile: "),
        ("users: 2", "users: 0", "sources[0].users: "),
        ("users: 2", "tier: gold", "sources[0].tier: "),
        ("users: 2", "lane: express", "source 'visitor': there is no lane 'express'; choose one of premium, public"),
        ("users: 2", "fan_out: {members: 3}", "sources[0]: a fan_out needs wait: true"),
        ("per_hour: 60", "per_hour: -1", "sources[0].arrivals.per_hour: "),
        ("pattern: poisson, per_hour: 60", "pattern: every, every_s: 1.0e-9", "sources[0].arrivals.every_s: "),
        (
            "pattern: poisson, per_hour: 60",
            "pattern: burst, count: 1, every_s: 1.0e-9",
            "sources[0].arrivals.every_s: ",
        ),
        (
            "pattern: poisson, per_hour: 60",
            "pattern: closed_loop, think: {kind: fixed, seconds: 0}",
            "sources[0].arrivals.think: whoever asks again at once never ends; think for 0.01 s or longer",
        ),
        ("pattern: poisson", "pattern: tides", "sources[0].arrivals: "),
        ("max_s: 120", "max_s: 12", "sources[0].run_time: max_s (12) is less than median_s (40)"),
        ("median_s: 40, ", "", "sources[0].run_time.median_s: Field required"),
        ("kind: lognormal, ", "", "sources[0].run_time: "),
        (
            "title: Two visitors",
            "title: Two visitors\ncrashes: [{at_s: 5, down_s: 9}, {at_s: 7}]",
            "crashes: the crash",
        ),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, instead_of: str, written: str, said: str) -> None:
    assert instead_of in GOOD
    assert message(tmp_path, GOOD.replace(instead_of, written)).startswith(said)


def test_every_wrong_field_is_named_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("users: 2", "users: 0").replace("until_s: 600", "until_s: -1")
    assert [line.split(":")[0] for line in message(tmp_path, text).splitlines()] == ["until_s", "sources[0].users"]


def test_two_sources_of_one_name_are_refused(tmp_path: Path) -> None:
    content = yaml.safe_load(GOOD)
    content["sources"] *= 2
    assert "two sources are called 'visitor'" in message(tmp_path, yaml.safe_dump(content))


def test_text_that_is_not_yaml_is_refused_with_its_line(tmp_path: Path) -> None:
    assert message(tmp_path, "title: [one\nuntil_s: 3\n").startswith("line 2, column 8: is not YAML: ")


@pytest.mark.parametrize(
    ("instead_of", "written", "said"),
    [
        (
            "until_s: 600",
            "until_s: 600\nuntil_s: 60",
            "line 4, column 1: is not YAML: 'until_s' stands here a second time",
        ),
        ("users: 2", "users: 2\n    users: 3", "line 8, column 5: is not YAML: 'users' stands here a second time"),
        ("until_s: 600", "until_s: 2024-13-41", "line 3, column 10: is not YAML: '2024-13-41' is no value"),
        ("users: 2", f"users: {'9' * 5_000}", f"line 7, column 12: is not YAML: '{'9' * 40}' is no value"),
        ("until_s: 600", f"until_s: {'[' * 5_000}", "is nested too deeply to be read"),
        ("title: Two visitors", 'title: "Two\\nvisitors"', "title: write one line of text"),
        ("title: Two visitors", 'title: "\\e[31mTwo visitors"', "title: write one line of text"),
    ],
)
def test_what_would_be_half_understood_is_refused_in_one_line(
    tmp_path: Path, instead_of: str, written: str, said: str
) -> None:
    lines = message(tmp_path, GOOD.replace(instead_of, written)).splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(said)


def test_what_is_merged_in_may_be_overridden(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    merged = "  - &first\n    name: visitor"
    path.write_text(GOOD.replace("  - name: visitor", merged) + "  - <<: *first\n    name: guest\n    users: 5\n")
    assert [(each.name, each.users) for each in load(path).sources] == [("visitor", 2), ("guest", 5)]


@pytest.mark.parametrize("text", ["", "- a list", "just words", "42"])
def test_yaml_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    assert message(tmp_path, text).startswith("a scenario is a mapping")


def test_bytes_that_are_not_text_are_refused(tmp_path: Path) -> None:
    assert message(tmp_path, b"title: \xff") == "is not UTF-8 text (byte 7)"


def test_yaml_that_would_make_objects_is_refused(tmp_path: Path) -> None:
    assert "is not YAML" in message(tmp_path, "title: !!python/object/apply:os.getcwd []")


def test_the_environment_changes_no_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_SCHEDULER_RUNS__CONCURRENCY", "9")
    monkeypatch.setenv("PLOTLANE_SCHEDULER_LEASE_GRACE_S", "77")
    monkeypatch.setenv("PLOTLANE_SCHEDULER_PORT", "not even a number")
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace("{concurrency: 2}", "{}"))
    settings = load(path).policy.settings()
    assert (settings.concurrency, settings.lease_grace_s) == (5, 10)


def test_a_shipped_scenario_is_found_by_its_name_and_a_file_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    assert find("fan-out").name == "fan-out.yaml"
    assert find(str(path)) == path


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ScenarioError, match="fan-out, mixed-day, never-ending, three-panels"):
        find("fan-in")


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_shipped_scenario_is_good(name: str) -> None:
    assert load(shipped()[name]).description
