"""Loading: a sound catalogue is read whole, a broken one says where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agent_svc.catalogue import BrokenChartError, Catalogue, UnknownChartError, load_catalogue
from agent_svc.catalogue.loader import FOLDER
from agent_svc.errors import NotEligibleError
from plotlane_kit.errors import Reason

REQUIRED = {
    "scatter", "line", "line-timeseries", "area", "bar", "bar-grouped",
    "histogram", "box", "violin", "heatmap", "pie",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A catalogue of one chart in one library that a test may break."""
    for part in ("_theme/_shared", "_theme/matplotlib", "bar"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    for script in (tmp_path / "bar").glob("*.py"):
        if script.stem != "matplotlib":
            script.unlink()
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_catalogue_has_the_charts_of_the_first_release(catalogue: Catalogue) -> None:
    assert set(catalogue.charts) >= REQUIRED
    assert "matplotlib" in catalogue.libraries


def test_square_charts_are_square_and_wide_ones_wide(catalogue: Catalogue) -> None:
    assert catalogue.get("pie").pixels == (2400, 2400)
    assert catalogue.get("bar").pixels == (3200, 1800)


def test_an_unknown_chart_names_the_nearest(catalogue: Catalogue) -> None:
    with pytest.raises(
        UnknownChartError, match="There is no chart 'time-series'; the nearest are line-timeseries"
    ) as no:
        catalogue.get("time-series")
    assert no.value.reason is Reason.NOT_FOUND
    assert no.value.metadata["nearest"].split(",")[0] == "line-timeseries"


def test_an_unknown_library_names_those_that_there_are(catalogue: Catalogue) -> None:
    with pytest.raises(NotEligibleError, match="bar has no script for 'excel'; it can be drawn with .*matplotlib"):
        catalogue.get("bar").script("excel")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("size: wide", "size: huge", "bar/chart.yaml: size: Input should be 'wide' or 'square'"),
        ("marks: bars", "marks: bars\nsound: loud", "bar/chart.yaml: sound: Extra inputs are not permitted"),
        ("kind: text", "kind: prose", "bar/chart.yaml: options.0.kind: Input should be 'text'"),
        ("default: data", "default: dta", "bar/chart.yaml: options.4: .*the default of sort: 'dta' does not fit"),
        ("value: y}", "value: z}", "bar/chart.yaml: chart: .*aggregation names unknown roles: z"),
        ("option: aggregation", "option: title", "bar/chart.yaml: chart: .*'title', which is no choice option"),
        ("name: y_label", "name: title", "bar/chart.yaml: chart: .*share a name"),
        ("types: [number]", "types: [float]", "bar/chart.yaml: roles.1.types.0: Input should be 'number'"),
        ("id: bar", "id: [bar", "bar/chart.yaml is not YAML"),
        ("id: bar", "id: baz", "bar/chart.yaml: id: is 'baz', but the folder is called 'bar'"),
    ],
)
def test_a_broken_chart_names_file_and_field(folder: Path, old: str, new: str, complaint: str) -> None:
    replace(folder / "bar/chart.yaml", old, new)
    with pytest.raises(BrokenChartError, match=complaint):
        load_catalogue(folder)


def test_all_broken_fields_are_named_at_once(folder: Path) -> None:
    replace(folder / "bar/chart.yaml", "size: wide", "size: huge")
    replace(folder / "bar/chart.yaml", "marks: bars", "marks: stripes")
    with pytest.raises(BrokenChartError, match=r"size: .*; marks: "):
        load_catalogue(folder)


def test_a_chart_without_a_script_is_refused(folder: Path) -> None:
    (folder / "bar/matplotlib.py").unlink()
    with pytest.raises(BrokenChartError, match="bar: has no script"):
        load_catalogue(folder)


def test_a_script_of_a_library_without_a_theme_is_refused(folder: Path) -> None:
    (folder / "bar/excel.py").write_text("", encoding="utf-8")
    with pytest.raises(BrokenChartError, match="bar: no theme in _theme for excel"):
        load_catalogue(folder)


def test_the_files_of_a_theme_are_joined_in_the_order_of_its_list(folder: Path) -> None:
    shutil.rmtree(folder / "_theme")
    theme = folder / "_theme/matplotlib"
    theme.mkdir(parents=True)
    (theme / "parts.txt").write_text("late\nearly\n", encoding="utf-8")
    for name in ("early", "late"):
        (theme / f"{name}.py").write_text(f"{name.upper()} = 1\n", encoding="utf-8")
    assert load_catalogue(folder).theme_blocks["matplotlib"] == "LATE = 1\n\n\nEARLY = 1\n"


@pytest.mark.parametrize("change", ["a file more", "a name more", "a name twice"])
def test_a_list_that_does_not_name_each_file_of_its_theme_once_is_refused(folder: Path, change: str) -> None:
    parts = folder / "_theme/matplotlib/parts.txt"
    if change == "a file more":
        (parts.parent / "sounds.py").write_text("", encoding="utf-8")
    else:
        added = "sounds\n" if change == "a name more" else "look\n"
        parts.write_text(parts.read_text(encoding="utf-8") + added, encoding="utf-8")
    with pytest.raises(BrokenChartError, match="_theme/matplotlib: parts.txt and the files beside it disagree about"):
        load_catalogue(folder)
