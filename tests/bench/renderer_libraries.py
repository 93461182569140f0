"""The libraries: a picture of each through gRPC and a fresh sandbox, beside the library's own export in a warm process.

The yardstick is the call that ends the script of docs/libraries.md, made again on the figure in a bare process.
Where the sandbox answers that call in another way (pygal, lets-plot), the bare process has the library's own; for
bokeh, whose own needs selenium, it has a browser that is already up.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import statistics
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from agent_svc.pipeline.outcome import Theme
from agent_svc.pipeline.render import Outcome, RenderJob
from agent_svc.renderer_client import RendererClient
from plotlane_kit.channel import open_channel
from plotlane_kit.clock import SystemClock
from renderer_svc.runtimes import ALL
from renderer_svc.runtimes.parts import CHROMIUM
from tests.bench.drawing import data_csv
from tests.bench.measure import Measure, compared
from tests.bench.process import served
from tests.bench.renderer import SETTINGS

ROUNDS: Final = 5
#: A library whose export takes seconds gets fewer rounds: none begins after this long.
ENOUGH_S: Final = 18.0
#: A browser is warm again this long after it was taken, on a machine that does nothing else.
REFILL_S: Final = 6.0
_PAGE: Final = Path(__file__).parents[2] / "docs" / "libraries.md"
#: The call that ends a script: from its name to the end of the script.
_EXPORT: Final = re.compile(
    r"^(?:fig\.savefig|plot\.save|chart\.save|cairosvg\.svg2png|ggsave|fig\.write_image|export_png)\(", re.M
)
_WARM: Final = {
    "plotly": "import kaleido, warnings\nkaleido.start_sync_server()\nwarnings.simplefilter('ignore')\n",
    "bokeh": "import renderer_svc.harness.watch_bokeh as own\nown.watch(os.devnull, False)\n",
}


async def measure() -> AsyncIterator[Measure]:
    """renderer.<library>.p50_over_export for every library."""
    async with (
        served("renderer_svc", SETTINGS, "PLOTLANE_RENDERER_READY_FD") as server,
        open_channel(server.address) as channel,
    ):
        renderer = RendererClient(channel, SystemClock())
        for runtime in ALL:
            yield await _compare(renderer, runtime.library, waits=not runtime.fork_safe)


async def _compare(renderer: RendererClient, library: str, *, waits: bool) -> Measure:
    script = script_of(library)
    ours: list[float] = []
    exports: list[float] = []
    with _bare_process(library, script) as bare:
        await _picture(renderer, library, script)
        began = time.perf_counter()
        while len(ours) < ROUNDS and time.perf_counter() - began < ENOUGH_S:
            if waits:
                await asyncio.sleep(REFILL_S)
            ours.append(await _picture(renderer, library, script))
            exports.append(await asyncio.to_thread(_ask, bare))
    p50, export = statistics.median(ours) * 1e3, statistics.median(exports) * 1e3
    return compared(f"renderer.{library}.p50_over_export", p50, "ms", "its own export, in a warm process", export)


def script_of(library: str) -> str:
    """The script of the documentation, for the columns of the benchmark's data."""
    page = _PAGE.read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^## (.+?)\n.*?```python\n(.*?)```", page, re.M | re.S))
    return f"{blocks['Every script begins like this']}{blocks[library]}".replace('"day"', '"dose"').replace(
        '"height"', '"yield"'
    )


async def _picture(renderer: RendererClient, library: str, script: str) -> float:
    """Seconds from the request to the whole picture."""
    job = RenderJob(str(uuid.uuid4()), library, script, data_csv().encode(), Theme.LIGHT, timeout_s=60.0)
    began = time.perf_counter()
    outcome = await renderer.render(job, "bench", 1)
    if outcome.outcome is not Outcome.OK or not outcome.png:
        raise RuntimeError(f"no picture of {library}: {outcome.outcome} {outcome.stderr}")
    return time.perf_counter() - began


@contextmanager
def _bare_process(library: str, script: str) -> Iterator[Connection]:
    """A process that has drawn the script once, and exports its figure again whenever it is asked."""
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_export_on_request, args=(far, library, script), daemon=False)
    process.start()
    far.close()
    try:
        near.recv()
        yield near
    finally:
        near.close()
        process.join()


def _ask(bare: Connection) -> float:
    bare.send(None)
    return float(bare.recv())


def _export_on_request(far: Connection, library: str, script: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(MPLBACKEND="Agg", MPLCONFIGDIR=folder, BROWSER_PATH=CHROMIUM.find(), OPENBLAS_NUM_THREADS="1")
        os.environ["FONTCONFIG_FILE"] = "/etc/fonts/fonts.conf"
        Path("data.csv").write_text(data_csv())
        found = _EXPORT.search(script)
        assert found is not None, f"the script of {library} ends in no known export"
        names: dict[str, object] = {"os": os}
        exec(_WARM.get(library, ""), names)
        exec(script, names)
        export = compile(script[found.start() :], "export", "exec")
        far.send(None)
        while True:
            try:
                far.recv()
            except EOFError:
                break
            began = time.perf_counter()
            exec(export, names)
            far.send(time.perf_counter() - began)
        if library == "plotly":
            exec("kaleido.stop_sync_server()", names)
        os.chdir("/")
    os._exit(0)
