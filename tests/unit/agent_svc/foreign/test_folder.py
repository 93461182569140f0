"""The folder of a foreign catalogue: what is no chart is told in one line, and nothing outside of it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent_svc.code.theme import Theme
from agent_svc.foreign.folder import ForeignFolderError, passed_over, read_specs
from agent_svc.foreign.mount import sweep
from agent_svc.foreign.readiness import Reason

SCRIPT = """\
import matplotlib.pyplot as plt
import pandas as pd
df = pd.read_csv("data.csv")
plt.plot(df["a"], df["b"])
plt.savefig("plot.png")
"""


def chart(folder: Path, name: str, script: bytes = SCRIPT.encode()) -> Path:
    home = folder / name / "implementations" / "python"
    home.mkdir(parents=True)
    (home / "matplotlib.py").write_bytes(script)
    (folder / name / "specification.md").write_text(f"# {name}\n")
    return home / "matplotlib.py"


def refusal(folder: Path) -> str:
    with pytest.raises(ForeignFolderError) as refused:
        list(read_specs(folder))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_folder_that_is_not_there_is_a_file_or_is_empty_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    assert refusal(tmp_path / "nothing").endswith("there is no such folder")
    assert "is a file; name the folder" in refusal(tmp_path / "file")
    assert refusal(tmp_path / "empty").endswith("this one is empty")


def test_a_folder_of_something_else_is_told_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "songs").mkdir()
    told = "this one does not: photos: has no specification.md and no implementations, so it is no chart (and 1 more)"
    assert refusal(tmp_path).endswith(told)


def test_a_folder_without_a_specification_is_passed_over_aloud(tmp_path: Path) -> None:
    chart(tmp_path, "good")
    chart(tmp_path, "nospec").parents[2].joinpath("specification.md").unlink()
    (tmp_path / ".git").mkdir()
    assert [spec.spec_id for spec in read_specs(tmp_path)] == ["good"]
    assert passed_over(tmp_path) == ["nospec: has no specification.md, so it is no chart"]


def test_the_command_names_what_it_passes_over(tmp_path: Path) -> None:
    chart(tmp_path, "good")
    for number in range(12):
        (tmp_path / f"other-{number:02}").mkdir()
    command = [sys.executable, "-m", "plotlane_kit.cli", "catalogue", "check", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "passed over: other-00: has no specification.md" in ended.stdout
    assert ended.stdout.endswith("passed over: 2 more, which --each names.\n")


@pytest.mark.parametrize("linked", ["good/specification.md", "good", "good/implementations/python/matplotlib.py"])
def test_a_link_that_leads_out_is_told_and_not_followed(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, linked: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    chart(tmp_path, "good")
    chart(tmp_path, "other")
    (tmp_path / linked).rename(elsewhere / "moved")
    (tmp_path / linked).symlink_to(elsewhere / "moved")
    scripts = [script.path for spec in read_specs(tmp_path) for script in spec.scripts]
    assert [path.parts[-4] for path in scripts] == ["other"]
    (told,) = passed_over(tmp_path)
    assert told.endswith("is a link that leads out of the folder, which is not followed")


def test_a_script_in_another_encoding_is_blocked_unless_it_says_which(tmp_path: Path) -> None:
    text = SCRIPT.replace('"b"', '"größe"')
    chart(tmp_path, "latin", text.encode("latin-1"))
    chart(tmp_path, "said", b"# -*- coding: latin-1 -*-\n" + text.encode("latin-1"))
    latin, said = (spec.scripts[0] for spec in sweep(tmp_path, {"matplotlib": f'THEME = "{Theme.LIGHT}"\n'}))
    assert latin.readiness.reasons == (Reason.UNREADABLE,)
    assert "it is not UTF-8" in latin.why_not
    assert said.form is not None
    assert list(said.form.roles.values()) == ["a", "größe"]


def test_a_script_that_cannot_be_opened_is_blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = chart(tmp_path, "locked")
    opened = Path.open

    def refuses(path: Path, *args: object, **given: object) -> object:
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **given)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuses)
    (spec,) = sweep(tmp_path, {})
    assert "the file cannot be opened: Permission denied" in spec.scripts[0].why_not


def test_more_folders_than_can_be_mounted_are_refused_in_one_line(tmp_path: Path) -> None:
    for number in range(5_001):
        (tmp_path / f"s{number}").mkdir()
        (tmp_path / f"s{number}" / "specification.md").touch()
    assert "holds 5,001 specifications; 5,000 can be mounted at most" in refusal(tmp_path)


def test_folders_whose_names_come_to_the_same_id_have_one_each(tmp_path: Path) -> None:
    for name in ("a b", "a_b", "a-b-2"):
        chart(tmp_path, name)
    assert sorted(spec.spec_id for spec in read_specs(tmp_path)) == ["a-b", "a-b-2", "a-b-3"]


def test_what_is_neither_a_file_nor_a_folder_is_told_and_not_opened(tmp_path: Path) -> None:
    script = chart(tmp_path, "line")
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(script.with_name("seaborn.py"))
    told = passed_over(tmp_path)
    assert [line.split(": ")[0] for line in told] == ["pipe", "line/implementations/python/seaborn.py"]
    assert [script.library for spec in read_specs(tmp_path) for script in spec.scripts] == ["matplotlib"]


def test_a_specification_that_is_a_pipe_is_told_as_one(tmp_path: Path) -> None:
    chart(tmp_path, "line")
    (tmp_path / "line" / "specification.md").unlink()
    os.mkfifo(tmp_path / "line" / "specification.md")
    assert "neither a file nor a folder" in refusal(tmp_path)
