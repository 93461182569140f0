"""The catalogue: all charts of a folder, read and validated once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import yaml
from pydantic import ValidationError

from agent_svc.catalogue.chart import Chart
from agent_svc.catalogue.errors import BrokenChartError, UnknownChartError
from agent_svc.catalogue.nearest import nearest

FOLDER = Path(__file__).parent
THEME_FOLDER = "_theme"
THEME_PARTS = "parts.txt"  # names the files of a theme in their order, one a line
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is ten times as fast, but optional


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The charts by id, in alphabetical order, and the theme block of every library."""

    charts: Mapping[str, Chart]
    theme_blocks: Mapping[str, str]

    def get(self, chart_id: str) -> Chart:
        """The chart of that id; raises UnknownChartError naming the nearest ids."""
        if chart_id in self.charts:
            return self.charts[chart_id]
        near = nearest(chart_id, self.charts)
        raise UnknownChartError(
            f"There is no chart {chart_id[:80]!r}; the nearest are {', '.join(near)}.",
            metadata={"chart": chart_id[:80], "nearest": ",".join(near)},
        )

    @property
    def libraries(self) -> tuple[str, ...]:
        """Every library that some chart has a script for, in alphabetical order."""
        return tuple(sorted({library for chart in self.charts.values() for library in chart.libraries}))


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """Reads every `<chart-id>/chart.yaml` with its scripts; raises BrokenChartError naming file and fields."""
    folder = folder or FOLDER
    themes = {path.parent.name: _theme(path) for path in sorted((folder / THEME_FOLDER).glob(f"*/{THEME_PARTS}"))}
    charts = [_chart(path, themes) for path in sorted(folder.glob("*/chart.yaml"))]
    if not charts:
        raise BrokenChartError(f"{folder} holds no chart; a chart is a folder with a chart.yaml")
    return Catalogue(MappingProxyType({chart.id: chart for chart in charts}), MappingProxyType(themes))


def _theme(parts: Path) -> str:
    """The theme block of a library: the files of its list in its order; `other/name` is a file of another folder."""
    where = f"{THEME_FOLDER}/{parts.parent.name}"
    listed, texts = parts.read_text(encoding="utf-8").split(), _texts(parts.parent)
    texts |= {name: _borrowed(parts, name) for name in listed if "/" in name}
    if sorted(listed) != sorted(texts):
        odd = ", ".join(sorted(set(listed) ^ set(texts))) or "a name twice"
        raise BrokenChartError(f"{where}: {THEME_PARTS} and the files beside it disagree about {odd}")
    return "\n\n".join(texts[name].rstrip("\n") + "\n" for name in listed)


def _borrowed(parts: Path, name: str) -> str:
    """A file that themes share: `_shared/tables`, or one of another library that draws in the same way."""
    path = parts.parent.parent / f"{name}.py"
    if not path.is_file():
        raise BrokenChartError(f"{THEME_FOLDER}/{parts.parent.name}: {THEME_PARTS} names {name}, which does not exist")
    return path.read_text(encoding="utf-8")


def _chart(path: Path, themes: Mapping[str, str]) -> Chart:
    where = f"{path.parent.name}/{path.name}"
    try:
        chart = Chart.model_validate(yaml.load(path.read_text(encoding="utf-8"), _Loader))  # noqa: S506 a safe loader
    except yaml.YAMLError as error:
        raise BrokenChartError(f"{where} is not YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        raise BrokenChartError(f"{where}: {_fields(error)}") from error
    if chart.id != path.parent.name:
        raise BrokenChartError(f"{where}: id: is {chart.id!r}, but the folder is called {path.parent.name!r}")
    scripts = _texts(path.parent)
    if not scripts:
        raise BrokenChartError(f"{path.parent.name}: has no script; add one such as matplotlib.py")
    homeless = sorted(set(scripts) - set(themes))
    if homeless:
        raise BrokenChartError(f"{path.parent.name}: no theme in {THEME_FOLDER} for {', '.join(homeless)}")
    return chart.with_scripts(scripts, themes)


def _texts(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}


def _fields(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, line['loc'])) or 'chart'}: {line['msg']}" for line in error.errors())
