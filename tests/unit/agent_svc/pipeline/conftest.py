"""What the pipeline's tests share: a renderer that really runs scripts, a clock, the catalogue, and a small dataset."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.catalogue.readback import NoReadback
from agent_svc.code.theme import Theme
from agent_svc.data.column import Column, ColumnType
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.render import LimitHit, Outcome, RenderJob, RenderOutcome, Runtime, ScriptError
from agent_svc.pipeline.spec import PlotSpec
from plotlane_kit.clock import ManualClock
from tests_support.shipped import shipped_catalogue

ROOT = Path(__file__).parents[4]
COLUMNS = (
    Column("Dosis (mg)", ColumnType.NUMBER, None, "Dosis (mg)"),
    Column("Wirkung", ColumnType.NUMBER, None, "Wirkung"),
    Column("Größe", ColumnType.TEXT, None, "Größe"),
    Column("Tag", ColumnType.DATE, None, "Tag"),
    Column("geheilt", ColumnType.BOOLEAN, None, "geheilt"),
)
ROWS = [
    f"{10 + n % 7},{3.5 + n * 1.25},{['klein', 'mittel', 'groß'][n % 3]},2024-03-{n + 1:02d},{str(n % 2 == 0).lower()}"
    for n in range(24)
]
DATA_CSV = "\n".join([",".join(column.name for column in COLUMNS), *ROWS, ",,,,", ""])
#: Four numbers more, a day's prices, in front of the others: for charts that need them.
PRICES = tuple(Column(name, ColumnType.NUMBER, None, name) for name in ("Eröffnung", "Hoch", "Tief", "Schluss"))
WIDE_ROWS = [f"{20 + n % 5},{27 + n % 3},{14 + n % 4},{22 - n % 6},{row}" for n, row in enumerate(ROWS)]
WIDE_CSV = "\n".join([",".join(column.name for column in (*PRICES, *COLUMNS)), *WIDE_ROWS, ""])


class SubprocessRenderer:
    """Runs each job in a process of its own, without walls; remembers the jobs."""

    def __init__(self, folder: Path, zygote: subprocess.Popen[str]) -> None:
        self.jobs: list[RenderJob] = []
        self.longest_s = 60.0
        self._folder = folder
        self._zygote = zygote

    async def render(self, job: RenderJob) -> RenderOutcome:
        self.jobs.append(job)
        return await asyncio.to_thread(self._run, job)

    async def runtime(self, library: str) -> Runtime:
        versions = {
            "python": sys.version.split()[0],
            "matplotlib": matplotlib.__version__,
            "numpy": np.__version__,
            "pandas": pd.__version__,
        }
        return Runtime(versions, ("DejaVu Sans",))

    def _run(self, job: RenderJob) -> RenderOutcome:
        folder = self._folder / job.job_id
        folder.mkdir()
        (folder / "plot.py").write_text(job.source, encoding="utf-8")
        (folder / "data.csv").write_bytes(job.data)
        began = time.monotonic()
        assert self._zygote.stdin is not None
        assert self._zygote.stdout is not None
        timeout_s = min(job.timeout_s, self.longest_s)
        self._zygote.stdin.write(json.dumps({"folder": str(folder), "timeout_s": timeout_s}) + "\n")
        self._zygote.stdin.flush()
        status = json.loads(self._zygote.stdout.readline())["status"]
        return self._outcome(job, folder, status, time.monotonic() - began)

    def _outcome(self, job: RenderJob, folder: Path, status: int, wall_s: float) -> RenderOutcome:
        wall_ms = round(wall_s * 1000)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
            hit = LimitHit("wall_s", min(job.timeout_s, self.longest_s), wall_s)
            return RenderOutcome(Outcome.TIMEOUT, limit=hit, wall_ms=wall_ms)
        png, probe, error = (folder / name for name in (f"plot-{job.theme}.png", "probe.json", "error.json"))
        return RenderOutcome(
            Outcome.OK if status == 0 and png.exists() else Outcome.FAILED,
            exit_code=os.waitstatus_to_exitcode(status),
            error=ScriptError(**json.loads(error.read_text(encoding="utf-8"))) if error.exists() else None,
            png=png.read_bytes() if png.exists() else b"",
            probe=json.loads(probe.read_text(encoding="utf-8")) if probe.exists() else None,
            wall_ms=wall_ms,
        )


@pytest.fixture(scope="session")
def zygote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "MPLCONFIGDIR": str(tmp_path_factory.mktemp("mpl"))}
    command = [sys.executable, str(Path(__file__).with_name("zygote.py"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=ROOT) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def renderer(tmp_path: Path, zygote: subprocess.Popen[str]) -> SubprocessRenderer:
    return SubprocessRenderer(tmp_path, zygote)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def deadline(clock: ManualClock) -> Deadline:
    return Deadline(clock)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return shipped_catalogue()


def binding(chart: Chart, columns: Sequence[Column] = COLUMNS) -> dict[str, tuple[str, ...]]:
    """Required roles, and those optional ones that still find a column of their type."""
    free = list(columns)
    bound: dict[str, tuple[str, ...]] = {}
    for role in sorted(chart.roles, key=lambda role: (not role.required, len(role.types))):
        fitting = [column for column in free if column.type in role.types][: max(role.min, 1)]
        if len(fitting) >= role.min:
            bound[role.name] = tuple(column.name for column in fitting)
            free = [column for column in free if column not in fitting]
    return bound


@pytest.fixture
def spec(catalogue: Catalogue) -> Callable[..., PlotSpec]:
    """A plot that can be made, but for what a test changes."""

    def made(chart_id: str = "scatter", **changes: object) -> PlotSpec:
        chart = catalogue.get(chart_id)
        columns: tuple[Column, ...] = COLUMNS
        data_csv = DATA_CSV
        if not {role.name for role in chart.roles if role.required} <= binding(chart).keys():
            columns, data_csv = (*PRICES, *COLUMNS), WIDE_CSV
        usual: dict[str, object] = {
            "chart": chart,
            "library": "matplotlib",
            "columns": columns,
            "data_csv": data_csv,
            "bindings": binding(chart, columns),
            "options": {},
            "theme": Theme.LIGHT,
        }
        return PlotSpec(**(usual | changes))  # type: ignore[arg-type]

    return made


@pytest.fixture
def scripted(catalogue: Catalogue) -> Callable[[str], Chart]:
    """The scatter chart with other statements between its options and its picture."""

    def made(statements: str) -> Chart:
        chart = catalogue.get("scatter").model_copy(update={"readback": NoReadback(none="The script is a test's own.")})
        script = (
            "import matplotlib as mpl\nimport matplotlib.pyplot as plt\nimport numpy as np\nimport pandas as pd\n\n"
            "use_theme()\ndf = load_user_data()\nroles = load_roles()\noptions = load_options()\n"
            f'{statements}\nfig.savefig(f"plot-{{THEME}}.png")\n'
        )
        return chart.with_scripts({"matplotlib": script}, {"matplotlib": chart.theme_block("matplotlib")})

    return made
