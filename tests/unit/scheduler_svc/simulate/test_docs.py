"""The scenario that docs/scheduling.md shows is one that can be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from scheduler_svc.simulate.arrivals import At, Burst, ClosedLoop, Every, Poisson
from scheduler_svc.simulate.durations import Empirical, Fixed, Lognormal, Uniform
from scheduler_svc.simulate.form import Form
from scheduler_svc.simulate.load import load
from tests.unit.scheduler_svc.simulate.stage import judged

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "scheduling.md").read_text()


def test_the_scenario_of_the_docs_plays(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
    path = tmp_path / "mine.yaml"
    path.write_text(example)
    report = judged(load(path))
    assert sum(group.asked for group in report.groups) == 40
    assert report.unfinished == 0


@pytest.mark.parametrize("shape", [At, Every, Poisson, Burst, ClosedLoop, Fixed, Uniform, Lognormal, Empirical])
def test_the_docs_name_every_shape_of_arrivals_and_durations(shape: type[Form]) -> None:
    tag = shape.model_fields.get("pattern") or shape.model_fields["kind"]
    (name,) = get_args(tag.annotation)
    assert f"`{name}`" in PAGE
