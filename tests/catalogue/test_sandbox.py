"""The crossing at full size in the real sandbox: a sample that covers the other libraries, with `full` every cell."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.house import build_executor, warm_libraries
from renderer_svc.job import Job, ThemedScript
from renderer_svc.library import Library
from renderer_svc.outcome import Outcome
from renderer_svc.settings import RendererSettings
from renderer_svc.shared_image import share
from renderer_svc.stop import Stop
from tests_support.cells import Cell, bindings, cells, paper, picture_fault, refusals, run_form
from tests_support.nasty import TABLES, dataset
from tests_support.shipped import shipped_catalogue

#: What came nearest to the sandbox's memory.
HEAVIEST = Cell("scatter", "altair", "20,000 rows")


def sample() -> set[Cell]:
    """A third of the charts of each library but matplotlib, the tables taking turns, and the heaviest cell."""
    tables = list(TABLES)
    chosen = [
        (chart.id, library)
        for place, chart in enumerate(shipped_catalogue().charts.values())
        for turn, library in enumerate(chart.libraries)
        if library != "matplotlib" and (place + turn) % 3 == 0
    ]
    return {HEAVIEST, *(Cell(chart, library, tables[n % len(tables)]) for n, (chart, library) in enumerate(chosen))}


def cases() -> list[Any]:
    """Every cell; those outside the sample take long."""
    chosen = sample()
    return [
        pytest.param(cell, id="-".join(cell), marks=[] if cell in chosen else pytest.mark.full)
        for cell in cells(shipped_catalogue().libraries)
    ]


class Studio(NamedTuple):
    """The renderer's sandbox and its libraries."""

    executor: Executor
    libraries: Mapping[str, Library]
    settings: RendererSettings


@pytest.fixture(scope="module")
def studio(worker_id: str) -> Iterator[Studio]:
    """One for all cells, as a renderer has it, with user ids of this test process alone."""
    uid_base = 90_000 + 100 * int(worker_id.removeprefix("gw") if worker_id.startswith("gw") else 99)
    settings = RendererSettings.model_validate(
        {"sandbox_uid_base": uid_base, "start_memory_bytes": 0, "memory_floor_bytes": 0}
    )
    with closing(build_executor(settings, event_log("renderer"))) as executor:
        yield Studio(executor, share(warm_libraries(executor, settings)), settings)


@pytest.mark.parametrize("cell", cases())
def test_a_cell_is_drawn_in_its_exact_size_or_refused_with_a_reason(studio: Studio, tmp_path: Path, cell: Cell) -> None:
    chart = shipped_catalogue().get(cell.chart)
    bound = bindings(chart, cell.data)
    if refusals(chart, cell.data, bound):
        return
    source = run_form(cell, bound)
    data = dataset(cell.data).csv.encode()
    job = Job("cell", cell.library, data, (ThemedScript(cell.theme, source),), timeout_s=60)
    library, stop = studio.libraries[cell.library], Stop()
    assert library.available, library.remedy
    with closing(stop):
        result = studio.executor.run(library.task(job, job.scripts[0], studio.settings.run_limits()), slot=0, stop=stop)
    assert result.outcome is Outcome.OK, result.stderr
    assert "Warning" not in result.stderr.replace("missing from font", "")
    name = f"plot-{cell.theme}.png"
    assert picture_fault(io.BytesIO(result.outputs[name]), chart.pixels, paper(source, cell)) == ""
