"""A foreign catalogue: what is clean is drawn like our own, and what is not says why."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from agent_svc.code.bind import bind
from agent_svc.code.loader import load
from agent_svc.code.theme import Theme
from agent_svc.foreign.__main__ import app
from agent_svc.foreign.folder import ForeignFolderError, read_specs, spec_id
from agent_svc.foreign.mount import Examined, mounted, sweep
from agent_svc.foreign.normal_form import role_names
from agent_svc.foreign.readiness import Reason, State, scan, state_of
from agent_svc.sessions.eligibility import why_not_eligible
from tests_support.shipped import shipped_catalogue

DOCS = Path(__file__).parents[4] / "docs" / "foreign-catalogues.md"
PACKED = Path(__file__).with_name("catalogue.yaml")
OURS = shipped_catalogue()

EXPECTED = {
    "asks-somebody/matplotlib": (State.BLOCKED, Reason.INTERACTIVE),
    "bar-mean/matplotlib": (State.CLEAN, None),
    "fixed-limits/matplotlib": (State.COUPLED, Reason.DATA_LITERALS),
    "fixed-names/seaborn": (State.COUPLED, Reason.DATA_LITERALS),
    "from-the-network/matplotlib": (State.BLOCKED, Reason.NETWORK),
    "from-the-network/seaborn": (State.BLOCKED, Reason.NETWORK),
    "hostile/matplotlib": (State.BLOCKED, Reason.REFUSED),
    "line-own-data/matplotlib": (State.COUPLED, Reason.OWN_DATA),
    "literal-list/matplotlib": (State.COUPLED, Reason.OWN_DATA),
    "nested-save/matplotlib": (State.BLOCKED, Reason.REFUSED),
    "never-saved/matplotlib": (State.BLOCKED, Reason.MISSING_SAVE),
    "no-columns/matplotlib": (State.COUPLED, Reason.NO_COLUMNS),
    "not-python/matplotlib": (State.BLOCKED, Reason.UNREADABLE),
    "other-files/matplotlib": (State.BLOCKED, Reason.FILE_IO),
    "scatter-basic/bokeh": (State.BLOCKED, Reason.UNSUPPORTED_LIBRARY),
    "scatter-basic/ggplot2": (State.BLOCKED, Reason.OTHER_LANGUAGE),
    "scatter-basic/matplotlib": (State.CLEAN, None),
    "scatter-basic/seaborn": (State.CLEAN, None),
    "two-figures/matplotlib": (State.BLOCKED, Reason.SEVERAL_FIGURES),
    "unusual-import/matplotlib": (State.BLOCKED, Reason.UNSUPPORTED_IMPORT),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packed catalogue as a folder."""
    for name, spec in yaml.safe_load(PACKED.read_text()).items():
        for path, text in spec["implementations"].items():
            file = tmp_path / name / "implementations" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (tmp_path / name / "specification.md").write_text(spec["specification"])
    return tmp_path


@pytest.fixture
def examined(folder: Path) -> dict[str, Examined]:
    return {
        f"{spec.spec.spec_id}/{script.script.library}": script
        for spec in sweep(folder, OURS.theme_blocks)
        for script in spec.scripts
    }


def test_every_script_is_clean_coupled_or_blocked_for_its_own_reason(examined: dict[str, Examined]) -> None:
    found = {
        name: (script.readiness.state, script.readiness.reasons[0] if script.readiness.reasons else None)
        for name, script in examined.items()
    }
    assert found == EXPECTED


def test_every_reason_but_a_size_is_in_the_catalogue() -> None:
    assert {reason for _, reason in EXPECTED.values() if reason} | {Reason.TOO_LARGE} == set(Reason)


def test_a_script_that_is_too_long_is_blocked() -> None:
    assert scan("#" * 65_537, "python", "matplotlib").reasons == (Reason.TOO_LARGE,)


def test_a_clean_script_is_in_our_shape_with_its_columns_as_roles(examined: dict[str, Examined]) -> None:
    form = examined["scatter-basic/matplotlib"].form
    assert form is not None
    assert form.roles == {"mass": "mass", "height": "height"}
    assert "ax.scatter(df[roles['mass']], df[roles['height']], alpha=0.7, marker='x')" in form.source
    assert "figsize=(8, 4.5)" in form.source
    assert "plt.show" not in form.source
    assert form.source.endswith('fig.savefig(f"plot-{THEME}.png")\n')


def test_columns_are_found_in_what_is_made_of_the_table(examined: dict[str, Examined]) -> None:
    form = examined["bar-mean/matplotlib"].form
    assert form is not None
    assert list(form.roles) == ["group", "value"]
    assert "df.groupby(roles['group'])[roles['value']].mean()" in form.source


def test_roles_have_names_that_a_role_may_have() -> None:
    assert role_names(["Höhe (m)", "höhe m", "2024", "…"]) == {
        "h_he_m": "Höhe (m)",
        "h_he_m_2": "höhe m",
        "c_2024": "2024",
        "column": "…",
    }


@pytest.mark.parametrize("name", [name for name, (state, _) in EXPECTED.items() if state is State.CLEAN])
def test_a_clean_script_draws_other_columns_than_its_author_had(
    examined: dict[str, Examined], tmp_path: Path, name: str
) -> None:
    form = examined[name].form
    assert form is not None
    theirs = ["Sorte", "Ertrag"] if name.startswith("bar") else ["Breite", "Länge"]
    first = "a,b,a" if name.startswith("bar") else "1,2,4"
    work = tmp_path / "work"
    work.mkdir()
    rows = zip(first.split(","), ["3", "5", "4"], strict=True)
    (work / "data.csv").write_text(",".join(theirs) + "\n" + "\n".join(map(",".join, rows)) + "\n")
    roles = dict(zip(form.roles, theirs, strict=True))
    bound = bind(form.source, OURS.theme_blocks[examined[name].script.library], roles, {}, Theme.DARK)
    (work / "plot.py").write_text(load(bound, []).replace('"figure.dpi": 400', '"figure.dpi": 40'))
    subprocess.run([sys.executable, "plot.py"], cwd=work, check=True, capture_output=True, timeout=60)
    assert (work / "plot-dark.png").stat().st_size > 1_000


def test_mounted_charts_stand_beside_ours_and_say_why_a_library_cannot_draw_them(folder: Path) -> None:
    catalogue = mounted(OURS, sweep(folder, OURS.theme_blocks))
    assert set(OURS.charts) < set(catalogue.charts)
    chart = catalogue.get("foreign-scatter-basic")
    assert chart.libraries == ("matplotlib", "seaborn")
    assert (chart.title, chart.description) == (
        "Basic scatter plot",
        "One point per row, for the relation of two measured values.",
    )
    assert why_not_eligible(chart, "ggplot2").endswith("is written in a language that nothing here runs (r).")
    coupled = catalogue.get("foreign-fixed-limits")
    assert coupled.libraries == ()
    assert "a model would have to adapt it" in why_not_eligible(coupled, "matplotlib")


def test_a_library_without_any_implementation_is_told_what_there_is(folder: Path) -> None:
    catalogue = mounted(OURS, sweep(folder, OURS.theme_blocks))
    assert "matplotlib or seaborn" in why_not_eligible(catalogue.get("foreign-scatter-basic"), "plotly")
    assert "no library" in why_not_eligible(catalogue.get("foreign-never-saved"), "plotly")


def test_ours_keep_their_ids(folder: Path) -> None:
    twice = mounted(mounted(OURS, sweep(folder, OURS.theme_blocks)), sweep(folder, OURS.theme_blocks))
    assert twice.get("foreign-bar-mean").roles == twice.get("foreign-bar-mean-2").roles


@pytest.mark.parametrize(
    ("name", "made"), [("Scatter Basic", "scatter-basic"), ("3d", "spec-3d"), ("ÄÖ", "spec"), ("a" * 50, "a" * 30)]
)
def test_a_folder_becomes_an_id_that_a_chart_may_have(name: str, made: str) -> None:
    assert spec_id(name) == made


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.py"
    secret.write_text("KEY = 1")
    (folder / "bar-mean" / "implementations" / "python" / "seaborn.py").symlink_to(secret)
    (spec,) = [spec for spec in read_specs(folder) if spec.spec_id == "bar-mean"]
    assert [script.library for script in spec.scripts] == ["matplotlib"]


def test_a_folder_of_another_layout_says_what_one_looks_like(tmp_path: Path) -> None:
    with pytest.raises(ForeignFolderError, match=r"<spec>/specification\.md"):
        list(read_specs(tmp_path))


def test_the_command_prints_the_sweep(folder: Path) -> None:
    command = [sys.executable, "-m", "plotlane_kit.cli", "catalogue", "check", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "16 specifications, 20 scripts: 3 clean, 5 coupled, 12 blocked" in ended.stdout
    as_json = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=60, check=True)
    assert {line["state"] for line in json.loads(as_json.stdout)} == {"clean", "coupled", "blocked"}


def test_a_reason_has_the_state_that_the_docs_say() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \| (coupled|blocked) \|", DOCS.read_text(), re.MULTILINE)
    assert {name: state for names, state in rows for name in re.findall(r"`(\w+)`", names)} == {
        reason.value: state_of(reason).value for reason in Reason
    }


def test_the_table_of_the_command_has_each_reason_once(folder: Path) -> None:
    command = [sys.executable, "-m", "plotlane_kit.cli", "catalogue", "check", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    rows = re.findall(r"^(coupled|blocked) +(\w+)", ended.stdout, re.MULTILINE)
    assert len(rows) == len(Reason) - 1
    assert {reason: State(state) for state, reason in rows}.items() <= {
        each.value: state_of(each) for each in Reason
    }.items()


def test_the_command_says_all_reasons_of_a_script_and_that_it_counts_under_each(folder: Path) -> None:
    script = next(folder.glob("*/implementations/python/matplotlib.py"))
    script.write_text("import socket\nimport requests\ninput()\n" + script.read_text())
    ended = CliRunner().invoke(app, ["check", str(folder), "--each"])
    assert "A script counts under each of its reasons." in ended.stdout
    assert " Also: " in ended.stdout


def test_the_command_refuses_another_folder_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plotlane_kit.cli", "catalogue", "check", str(tmp_path / "nothing")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
