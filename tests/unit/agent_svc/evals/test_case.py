"""Case folders: read as they were written, and refused by file and field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent_svc.evals.case import (
    Case,
    CaseError,
    ColumnExpectation,
    Expectation,
    UnreadCase,
    look_through,
    read_case,
    read_folder,
    write_case,
)

CASE = Case(
    id="bar.plain",
    chart="bar",
    theme="dark",
    bindings={"x": ("Sorte",), "y": ("Ertrag (t/ha)",)},
    options={"sort": "descending"},
    expect=Expectation(rows=2, columns={"Sorte": ColumnExpectation(type="text", first="Ähre")}),
    data="Sorte;Ertrag (t/ha)\r\nÄhre;6,1\r\nEmmer;4,0\r\n".encode("cp1252"),
    change="make it horizontal",
)


def folder(home: Path, held: object, data: str = "a,b\n1,2\n") -> Path:
    home.mkdir(parents=True)
    (home / "case.json").write_text(json.dumps(held))
    (home / "data.csv").write_text(data)
    return home


def test_a_case_that_was_written_is_read_as_it_was(tmp_path: Path) -> None:
    write_case(CASE, tmp_path)
    assert read_case(tmp_path / CASE.id) == CASE


def test_a_folder_of_folders_gives_its_cases_by_name(tmp_path: Path) -> None:
    for name in ("b", "a"):
        folder(tmp_path / name, {"chart": "scatter"})
    assert [case.id for case in read_folder(tmp_path)] == ["a", "b"]


def test_cases_in_folders_of_folders_have_their_paths_as_ids(tmp_path: Path) -> None:
    for path in ("bar/plain", "pie/plain", "pie/umlauts"):
        folder(tmp_path / path, {"chart": path.partition("/")[0]})
    assert [case.id for case in read_folder(tmp_path)] == ["bar.plain", "pie.plain", "pie.umlauts"]


def test_letters_of_folders_that_no_id_has_become_hyphens(tmp_path: Path) -> None:
    folder(tmp_path / "Säulen 1" / "plain", {"chart": "bar"})
    assert [case.id for case in read_folder(tmp_path)] == ["S-ulen-1.plain"]


def test_data_that_never_end_are_no_file(tmp_path: Path) -> None:
    home = folder(tmp_path / "endless", {"chart": "bar"})
    (home / "data.csv").unlink()
    (home / "data.csv").symlink_to("/dev/zero")
    with pytest.raises(CaseError, match="is no file of at most 10 MB"):
        read_case(home)


def test_a_change_request_that_is_no_text_is_named_by_its_file(tmp_path: Path) -> None:
    home = folder(tmp_path / "asked", {"chart": "bar"})
    (home / "change_request.txt").write_bytes("größer".encode("cp1252"))
    with pytest.raises(CaseError, match=r"change_request\.txt: is no text in UTF-8"):
        read_case(home)


def test_one_case_folder_is_a_set_of_one(tmp_path: Path) -> None:
    folder(tmp_path / "only", {"chart": "scatter"})
    assert [case.chart for case in read_folder(tmp_path / "only")] == ["scatter"]


def test_a_role_may_name_one_column_without_a_list(tmp_path: Path) -> None:
    home = folder(tmp_path / "one", {"chart": "bar", "bindings": {"x": "a", "y": ["b"]}})
    assert read_case(home).bindings == {"x": ("a",), "y": ("b",)}


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"library": "matplotlib"}, "chart: Field required"),
        ({"chart": "bar", "colour": "red"}, "colour"),
        ({"chart": "bar", "expect": {"status": "fine"}}, "expect.status"),
        (["bar"], "is no JSON object"),
    ],
)
def test_a_wrong_case_is_named_with_its_file_and_field(tmp_path: Path, held: object, said: str) -> None:
    home = folder(tmp_path / "wrong", held)
    with pytest.raises(CaseError) as refused:
        read_case(home)
    assert said in str(refused.value)
    assert str(home / "case.json") in str(refused.value)


@pytest.mark.parametrize(
    ("written", "said"),
    [(b'{"chart": "bar",\n  oops}', "line 2, column 3"), (b'{"chart": "\xff"}', "byte 12 is not valid UTF-8")],
)
def test_a_case_that_is_no_json_is_named_with_its_place(tmp_path: Path, written: bytes, said: str) -> None:
    home = folder(tmp_path / "wrong", {"chart": "bar"})
    (home / "case.json").write_bytes(written)
    with pytest.raises(CaseError, match=said):
        read_case(home)


def test_a_folder_without_cases_says_what_a_case_is(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match=r"case\.json and data\.csv"):
        list(read_folder(tmp_path))


def test_a_case_without_data_names_the_file(tmp_path: Path) -> None:
    home = folder(tmp_path / "bare", {"chart": "bar"})
    (home / "data.csv").unlink()
    with pytest.raises(CaseError, match=r"data\.csv"):
        read_case(home)


def test_a_case_that_cannot_be_read_leaves_the_others_to_be_run(tmp_path: Path) -> None:
    folder(tmp_path / "bad", {"chart": "bar", "colour": "red"})
    folder(tmp_path / "good", {"chart": "bar"})
    bad, good = look_through(tmp_path)
    assert isinstance(bad, UnreadCase)
    assert (bad.id, "colour" in bad.why, good.id) == ("bad", True, "good")


def test_a_refused_file_may_be_what_is_expected(tmp_path: Path) -> None:
    home = folder(tmp_path / "odd", {"chart": "bar", "expect": {"status": "refused", "reason": "unparseable"}})
    assert read_case(home).expect == Expectation(status="refused", reason="unparseable")
