"""The eight libraries in the real sandbox: the scripts of docs/libraries.md, their letters, fonts and reports."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from PIL import Image

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.fonts import FONT_FOLDER, font_files
from renderer_svc.house import build_executor, warm_libraries
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.library import Library
from renderer_svc.limits import MIB, Limits
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes import ALL
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.settings import RendererSettings
from renderer_svc.shared_image import share
from renderer_svc.stop import Stop

PAGE: Final = Path(__file__).parents[2] / "docs" / "libraries.md"
NAMES: Final = [runtime.library for runtime in ALL]
DATA: Final = b"day,height\n" + b"".join(b"%d,%d\n" % (day, day * 37 % 101) for day in range(60))
PAPER: Final = {"light": (255, 255, 255), "dark": (0x16, 0x18, 0x1D)}

USUAL: Final = Limits(memory_floor_bytes=0)

#: Two letters of each script: as boxes, both would be the same picture.
LETTERS: Final = "жΩ中国عبकखשתกข☃☂😀😈"

_FIGURE: Final = "fig = plt.figure(figsize=(1, 1)); fig.text(0.2, 0.4, letter, fontsize=30); fig.savefig(name, dpi=72)"
#: How each library draws one small picture of `letter` to `name`.
DRAW_LETTER: Final = {
    "matplotlib": _FIGURE,
    "seaborn": _FIGURE,
    "plotnine": "(p9.ggplot(df, p9.aes('day', 'height')) + p9.ggtitle(letter)).save("
    "name, width=1, height=1, dpi=72, verbose=False)",
    "altair": "alt.Chart(df, title=letter, width=80, height=80).mark_point().encode(x='day')"
    ".configure(font='DejaVu Sans').save(name)",
    "pygal": "chart = pygal.Bar(width=200, height=100, title=letter, style=Style(font_family='DejaVu Sans', "
    "title_font_size=40), js=())\n    cairosvg.svg2png(bytestring=chart.render(), write_to=name, output_width=200, "
    "output_height=100)",
    "lets-plot": "ggsave(ggplot(df, aes('day', 'height')) + geom_point() + labs(title=letter) "
    "+ theme(text=element_text(family='DejaVu Sans')) + ggsize(200, 200), name, path='.', scale=1)",
    "plotly": "px.scatter(df, x='day', y='height', title=letter).write_image(name, width=200, height=200)",
    "bokeh": "plot = figure(width=200, height=200, title=letter); plot.scatter([1], [1])\n"
    "    export_png(plot, filename=name)",
}


@dataclass(frozen=True, slots=True)
class Studio:
    """All libraries, as a renderer of this machine has them."""

    executor: Executor
    libraries: Mapping[str, Library]

    def draw(
        self, library: str, source: str, theme: str = "light", *, vector: bool = False, limits: Limits = USUAL
    ) -> ThemeResult:
        """Run `source` as the renderer runs a job of `library`."""
        job = Job("job", library, DATA, (ThemedScript(theme, source),), timeout_s=60, vector=vector)
        task = self.libraries[library].task(job, job.scripts[0], limits)
        stop = Stop()
        try:
            return self.executor.run(task, slot=0, stop=stop)
        finally:
            stop.close()


@pytest.fixture(scope="module")
def studio(uid_base: int) -> Iterator[Studio]:
    settings = RendererSettings.model_validate(
        {"sandbox_uid_base": uid_base + 10, "start_memory_bytes": 0, "memory_floor_bytes": 0}
    )
    executor = build_executor(settings, event_log("test"))
    libraries = share(warm_libraries(executor, settings))
    missing = {name: found.remedy for name, found in libraries.items() if not found.available}
    assert not missing, f"the tests need every library; install what is missing: {missing}"
    yield Studio(executor, libraries)
    executor.close()


@pytest.fixture(autouse=True)
def nothing_left_behind() -> None:
    """Here sandboxes stand ready between tests; that a closed kind leaves none is a test of its own."""


def script(library: str, theme: str, size: tuple[int, int]) -> str:
    """The script of the page for `library`."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^## (.+?)\n.*?```python\n(.*?)```", page, re.M | re.S))
    head = blocks["Every script begins like this"]
    head = head.replace('THEME = "light"', f'THEME = "{theme}"').replace("1600, 900", f"{size[0]}, {size[1]}", 1)
    return f"{head}{blocks[library]}"


@pytest.fixture(scope="module")
def drawn_light(studio: Studio) -> Callable[[str], ThemeResult]:
    """The result of the page's script in light, which several tests look at."""
    return cache(lambda library: studio.draw(library, script(library, "light", (1600, 900))))


def picture(result: ThemeResult, theme: str) -> Image.Image:
    """The PNG that a script left."""
    assert result.outcome is Outcome.OK, f"{result.outcome} {result.error} {result.stderr}"
    return Image.open(io.BytesIO(result.outputs[f"plot-{theme}.png"]))


@pytest.mark.parametrize(("theme", "size"), [("light", (1600, 900)), ("dark", (1200, 1200))], ids=["light", "dark"])
@pytest.mark.parametrize("library", NAMES)
def test_the_pages_script_draws_its_exact_size_on_its_paper_and_says_nothing(
    studio: Studio, drawn_light: Callable[[str], ThemeResult], library: str, theme: str, size: tuple[int, int]
) -> None:
    wants_vector = theme == "dark"
    dark = script(library, theme, size)
    result = studio.draw(library, dark, theme, vector=True) if wants_vector else drawn_light(library)
    drawn = picture(result, theme).convert("RGB")
    assert drawn.size == (2 * size[0], 2 * size[1])
    assert drawn.getpixel((3, drawn.height - 4)) == PAPER[theme]
    assert len(drawn.convert("L").getcolors(maxcolors=256) or ()) > 8, "nothing but paper"
    assert (result.stdout, result.stderr) == ("", "")
    (figure,) = json.loads(result.probe_json)["figures"]
    assert (figure["file"], figure["width_px"], figure["height_px"]) == (f"plot-{theme}.png", *drawn.size)
    assert "Growth of plants" in json.dumps(figure)
    assert {name for name in result.outputs if name.endswith("svg")} == ({"plot-dark.svg"} if wants_vector else set())
    if wants_vector:
        assert ElementTree.fromstring(result.outputs["plot-dark.svg"]).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    "library",
    [name if name in ("matplotlib", "lets-plot") else pytest.param(name, marks=pytest.mark.full) for name in NAMES],
)
def test_the_same_script_gives_the_same_bytes_warm_or_cold(
    studio: Studio, drawn_light: Callable[[str], ThemeResult], uid_base: int, library: str
) -> None:
    cold = Studio(Executor(BubblewrapKind(uid_base + 30), event_log("test")), studio.libraries)
    first, second = drawn_light(library), cold.draw(library, script(library, "light", (1600, 900)))
    assert picture(first, "light").size == (3200, 1800)
    assert first.outputs == second.outputs


@pytest.mark.parametrize("library", NAMES)
def test_no_letter_is_a_box(studio: Studio, library: str) -> None:
    own = re.findall(r"^(?:from|import) .+$", script(library, "light", (1600, 900)), re.M)
    source = "\n".join(
        [
            'import hashlib\nfrom pathlib import Path\nTHEME = "light"',
            *own,
            'df = pd.read_csv("data.csv")\nname = f"plot-{THEME}.png"\nseen = {}',
            f"for letter in {LETTERS!r}:",
            f"    {DRAW_LETTER[library]}",
            "    seen.setdefault(hashlib.sha256(Path(name).read_bytes()).hexdigest(), []).append(letter)",
            "print([same for same in seen.values() if len(same) > 1])",
        ]
    )
    result = studio.draw(library, source)
    assert result.outcome is Outcome.OK, result.stderr
    assert result.stdout == "[]\n"
    assert "missing from" not in result.stderr


def test_the_hosts_fonts_are_not_seen(studio: Studio) -> None:
    source = (
        "import os\n"
        "found = [os.path.join(at, name) for at, _, names in os.walk('/usr/share') for name in names]\n"
        "found += [name for name in os.listdir('/usr/local')] if os.path.exists('/usr/local') else []\n"
        "print('\\n'.join(sorted(found)))\nopen('plot-light.png', 'w').close()\n"
    )
    seen = studio.draw("matplotlib", source).stdout.splitlines()
    assert seen == sorted(f"{FONT_FOLDER}/{file.name}" for file in font_files())


def test_matplotlib_finds_its_list_of_fonts_and_our_defaults_ready(studio: Studio) -> None:
    source = (
        "import os, matplotlib\n"
        "print(sorted(name.partition('-')[0] for name in os.listdir(matplotlib.get_configdir())))\n"
        "print(matplotlib.rcParams['font.family'][:3])\n"
    )
    said = studio.draw("matplotlib", source).stdout.splitlines()
    assert said == ["['fontlist', 'matplotlibrc']", "['DejaVu Sans', 'Noto Sans', 'Noto Sans CJK TC']"]


def columns_of(library: str, drawing: dict[str, Any]) -> dict[str, Any]:
    """Where each library's report has the data."""
    match library:
        case "altair":
            (found,) = drawing["datasets"].values()
            return dict(found)
        case "pygal":
            return dict(zip(("day", "height"), drawing["series"][0]["values"], strict=True))
        case "plotly":
            found = drawing["traces"][0]["columns"]
            return {"day": found["x"], "height": found["y"]}
        case "bokeh":
            return dict(drawing["figures"][0]["glyphs"][0]["columns"])
    return dict(drawing["columns"])


@pytest.mark.parametrize("library", ["altair", "pygal", "lets-plot", "plotly", "bokeh"])
def test_the_report_has_the_data_that_was_drawn(drawn_light: Callable[[str], ThemeResult], library: str) -> None:
    report = json.loads(drawn_light(library).probe_json)
    assert (report["v"], report["library"]) == (1, library)
    columns = columns_of(library, report["figures"][0]["drawing"])
    days, heights = range(60), [day * 37 % 101 for day in range(60)]
    for name, values in (("day", days), ("height", heights)):
        column = columns[name]
        assert (column["count"], column["values"]) == (60, list(values))
        assert (column["sum"], column["min"], column["max"]) == (sum(values), min(values), max(values))
    assert {"Growth of plants", "Day", "Height"} <= set(report["figures"][0]["texts"])


def test_a_browsers_script_is_still_bound_in_memory_by_the_kernel(studio: Studio) -> None:
    result = studio.draw("plotly", "bytearray(3 << 30)\n")
    assert result.outcome is Outcome.OUT_OF_MEMORY


@pytest.mark.parametrize(("library", "data_bytes"), [("pygal", 8 * MIB), ("lets-plot", 32 * MIB), ("altair", 64 * MIB)])
def test_an_engine_that_is_not_pythons_and_gets_no_memory_is_out_of_memory(
    studio: Studio, library: str, data_bytes: int
) -> None:
    limits = replace(USUAL, data_bytes=data_bytes)
    result = studio.draw(library, script(library, "light", (1600, 900)), limits=limits)
    assert result.outcome is Outcome.OUT_OF_MEMORY, result.stderr
    assert result.exit_code > 128
    assert result.limit is not None
    assert result.limit.measured >= data_bytes


def test_a_script_that_leaves_its_browser_running_leaves_nothing(studio: Studio) -> None:
    result = studio.draw("bokeh", script("bokeh", "light", (1600, 900)) + "import os\nos._exit(0)\n")
    assert result.outcome is Outcome.OK


@pytest.mark.parametrize(
    "library", [name if name in ("pygal", "plotly") else pytest.param(name, marks=pytest.mark.full) for name in NAMES]
)
def test_the_command_draws_a_script_without_a_server(library: str, tmp_path: Path) -> None:
    (tmp_path / "plot.py").write_text(script(library, "light", (1600, 900)), encoding="utf-8")
    (tmp_path / "data.csv").write_bytes(DATA)
    words = ["--library", library, "--data", "data.csv", "--theme", "dark", "--svg"]
    command = [sys.executable, "-m", "renderer_svc", "run", "plot.py", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["plot-dark.png", "plot-dark.svg"]), done.stderr
    with Image.open(tmp_path / "plot-dark.png") as drawn:
        assert drawn.size == (3200, 1800)
