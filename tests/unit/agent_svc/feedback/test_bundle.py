"""The bundle: a case that can be run again when the data is in it, and nothing of the data when it is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agent_svc.evals.case import CaseError, read_case
from agent_svc.feedback.bundle import FEEDBACK_FILE, MAX_DATA_BYTES, Feedback, Reaction, bundle, bundle_id
from agent_svc.pipeline.outcome import PlotStatus, Theme
from agent_svc.sessions.version import Remark, Version

DATA = b"dose,yield\n1,2\n3,4\n"
NAME = bundle_id("s1", 3)
VERSION = Version(
    number=3,
    chart_id="scatter",
    library="seaborn",
    status=PlotStatus.NEEDS_ATTENTION,
    reason=None,
    theme=Theme.DARK,
    bindings={"x": ("dose",), "y": ("yield",)},
    options={"title": "Secret yield"},
    width_px=3200,
    height_px=1800,
    created_at=0.0,
    remarks=(Remark("contrast", "attention", "low"), Remark("contrast", "note", "low")),
)
UP, DOWN = Feedback(Reaction.UP), Feedback(Reaction.DOWN, "the labels overlap")


def written(folder: Path, files: dict[str, bytes]) -> Path:
    home = folder / NAME
    home.mkdir()
    for name, content in files.items():
        (home / name).write_bytes(content)
    return home


@pytest.mark.parametrize(("feedback", "expected"), [(UP, "needs_attention"), (DOWN, "ok")])
def test_with_its_data_a_bundle_is_a_case_of_what_was_drawn(tmp_path: Path, feedback: Feedback, expected: str) -> None:
    case = read_case(written(tmp_path, bundle(NAME, feedback, VERSION, DATA, "2026-01-02T03:04:05+00:00")))
    assert (case.id, case.chart, case.library, case.theme) == (NAME, "scatter", "seaborn", "dark")
    assert (case.bindings, case.options) == (VERSION.bindings, VERSION.options)
    assert (case.data, case.expect.status) == (DATA, expected)


def test_without_consent_there_is_no_case_and_no_word_of_the_data(tmp_path: Path) -> None:
    files = bundle(NAME, DOWN, VERSION, None, "2026-01-02T03:04:05+00:00")
    assert set(files) == {FEEDBACK_FILE}
    assert not any(word in files[FEEDBACK_FILE] for word in (b"dose", b"yield", b"Secret"))
    with pytest.raises(CaseError):
        read_case(written(tmp_path, files))


def test_what_was_said_and_judged_is_kept_beside_the_case() -> None:
    about = json.loads(bundle(NAME, DOWN, VERSION, DATA, "2026-01-02T03:04:05+00:00")[FEEDBACK_FILE])
    assert about["reaction"] == "down"
    assert about["text"] == "the labels overlap"
    assert about["gates"] == ["contrast"]
    assert about["data"] == "whole"


def test_a_long_table_is_cut_after_a_whole_line_and_says_so() -> None:
    row = b"12345,67890\n"
    files = bundle(NAME, UP, VERSION, b"a,b\n" + row * 20_000, "2026-01-02T03:04:05+00:00")
    assert MAX_DATA_BYTES - len(row) < len(files["data.csv"]) <= MAX_DATA_BYTES
    assert files["data.csv"].endswith(row)
    assert json.loads(files[FEEDBACK_FILE])["data"] == "cut"


def test_the_name_is_the_same_for_a_second_thought_and_tells_no_session() -> None:
    assert bundle_id("s1", 3) == NAME
    assert len({NAME, bundle_id("s1", 4), bundle_id("s2", 3)}) == 3


def test_a_version_with_a_family_of_columns_comes_back_as_it_was(tmp_path: Path) -> None:
    family = replace(VERSION, bindings={"x": ("t",), "y": ("a", "b")})
    case = read_case(written(tmp_path, bundle(NAME, UP, family, DATA, "2026-01-02T03:04:05+00:00")))
    assert case.bindings == {"x": ("t",), "y": ("a", "b")}
