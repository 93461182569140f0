"""The stage: small scenarios in a few words."""

from __future__ import annotations

from typing import Any

from plotlane_kit.caller import Tier
from scheduler_svc.simulate.chronicle import Chronicle, Story
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.report import Report, report
from scheduler_svc.simulate.scenario import Scenario

UNRATED = {"profile": "server", "runs": {"starts_per_minute": "none", "capacity": 60, "concurrency": 1}}


def source(name: str = "ada", tier: Tier = Tier.PREMIUM, run_s: float = 10, **more: Any) -> dict[str, Any]:
    """One user who asks once, at 0, unless told otherwise."""
    form = {"arrivals": {"pattern": "at", "times_s": [0]}, "run_time": {"kind": "fixed", "seconds": run_s}}
    return {"name": name, "tier": tier.value, **form, **more}


def scenario(*sources: dict[str, Any], **more: Any) -> Scenario:
    """A scenario with one place and no gap unless told otherwise."""
    form = {"title": "a test", "until_s": 3600, "policy": UNRATED, "sources": list(sources)}
    return Scenario.model_validate(form | more)


def at(*times_s: float) -> dict[str, Any]:
    """Arrivals at these times."""
    return {"pattern": "at", "times_s": list(times_s)}


def fixed(seconds: float) -> dict[str, Any]:
    """A duration that is always the same."""
    return {"kind": "fixed", "seconds": seconds}


def played(*sources: dict[str, Any], **more: Any) -> list[Story]:
    """The stories of a scenario, in the order in which they were asked for."""
    return list(play(scenario(*sources, **more)).stories.values())


def judged(chosen: Scenario, chronicle: Chronicle | None = None) -> Report:
    """The report of a scenario."""
    return report(chosen.title, chosen.seed, chronicle or play(chosen), chosen.core_policy())
