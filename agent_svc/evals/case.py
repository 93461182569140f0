"""A case: data, what is asked for, and what must come of it; a folder with case.json and data.csv."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from agent_svc.data.limits import FILE

CASE_FILE = "case.json"
DATA_FILE = "data.csv"
CHANGE_FILE = "change_request.txt"

_NO_ID = re.compile(r"[^A-Za-z0-9._-]")
CaseId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")]
Status = Literal["ok", "needs_attention", "failed", "not_ready", "refused"]
Bindings = Mapping[str, tuple[str, ...]]


class CaseError(Exception):
    """A case cannot be read; the message names the file and what is wrong in it."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ColumnExpectation(_Entry):
    """What one column must hold after it was read; what is None is not looked at."""

    type: Literal["number", "date", "text", "boolean"] | None = None
    missing: int | None = Field(default=None, ge=0)  # cells without a value
    total: float | None = None  # of a number column, over all rows; compared to nine digits
    first: str | None = None  # the first cell that holds something: dates as ISO, numbers as they are
    last: str | None = None  # the last such cell


class Expectation(_Entry):
    """What must come of a case. That what is drawn equals the data, read-back judges in every case."""

    status: Status = "ok"  # refused: there is no plot, since the file, a binding or the request is refused
    reason: str | None = None  # a plot reason, or the code of a refusal or error; None: any
    model_calls: int | None = Field(default=None, ge=0)  # at most so many; None: any number
    rows: int | None = Field(default=None, ge=0)
    columns: Mapping[str, ColumnExpectation] = Field(default_factory=dict)
    reading: Mapping[str, str] = Field(default_factory=dict)  # subject of a decision: what was chosen
    bindings: Bindings | None = None  # columns by role, as found when the case names none

    @field_validator("bindings", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return listed(value)


class Case(_Entry):
    """One plot to make. `data` is a file of at most 10 MB as people have it; `change` is asked for afterwards."""

    id: CaseId
    chart: str
    library: str = "matplotlib"
    theme: Literal["light", "dark"] = "light"
    perturbation: str = "none"  # what was done to the data; only for the tables of the report
    bindings: Bindings | None = None  # None: by type and name
    options: Mapping[str, Any] = Field(default_factory=dict)
    expect: Expectation = Expectation()
    data: bytes = Field(default=b"", exclude=True)
    change: str = Field(default="", exclude=True)

    @field_validator("bindings", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return listed(value)


def listed(value: object) -> object:
    """Bindings as a person writes them, one name or a list, as lists."""
    if not isinstance(value, Mapping):
        return value
    return {role: (names,) if isinstance(names, str) else names for role, names in value.items()}


@dataclass(frozen=True, slots=True)
class UnreadCase:
    """A case of a folder that could not be read, and why."""

    id: str
    why: str


def read_folder(folder: Path) -> Iterator[Case]:
    """The case of `folder`, or those of the folders below it, by path. Raises CaseError."""
    for case in look_through(folder):
        if isinstance(case, UnreadCase):
            raise CaseError(case.why)
        yield case


def look_through(folder: Path) -> Iterator[Case | UnreadCase]:
    """The same, those among them that cannot be read as well. Raises CaseError where there is none."""
    found = sorted(path.parent for path in folder.rglob(CASE_FILE))
    if not found:
        raise CaseError(f"{folder}: holds no case; a case is a folder with {CASE_FILE} and {DATA_FILE}")
    for each in found:
        case_id = _NO_ID.sub("-", ".".join(each.relative_to(folder).parts))
        try:
            yield read_case(each, case_id)
        except CaseError as error:
            yield UnreadCase(case_id or folder.resolve().name, str(error))


def read_case(folder: Path, case_id: str = "") -> Case:
    """The case of one folder; unless case.json has an id it is `case_id`, else the folder's name. Raises CaseError."""
    where = folder / CASE_FILE
    held = {"id": case_id or folder.resolve().name, "change": _change_request(folder / CHANGE_FILE)}
    try:
        written = json.loads(where.read_text(encoding="utf-8-sig"))
        return Case.model_validate({**held, **written, "data": _data(folder / DATA_FILE)})
    except OSError as error:
        raise CaseError(f"{error.filename}: {error.strerror}; a case has {CASE_FILE} and {DATA_FILE}") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, line['loc']))}: {line['msg']}" for line in error.errors())
        raise CaseError(f"{where}: {wrong}") from error
    except json.JSONDecodeError as error:
        raise CaseError(f"{where}: line {error.lineno}, column {error.colno} is not valid JSON") from error
    except UnicodeDecodeError as error:
        raise CaseError(f"{where}: byte {error.start + 1} is not valid UTF-8") from error
    except (ValueError, TypeError) as error:
        raise CaseError(f"{where}: is no JSON object in UTF-8") from error


def _data(path: Path) -> bytes:
    size = path.stat().st_size
    if not path.is_file() or size > FILE.size_bytes:
        raise CaseError(f"{path}: is no file of at most {FILE.size_bytes // 1024**2} MB")
    return path.read_bytes()


def _change_request(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig").strip() if path.is_file() else ""
    except ValueError as error:
        raise CaseError(f"{path}: is no text in UTF-8") from error


def write_case(case: Case, folder: Path) -> None:
    """Write `case` as a folder of its id in `folder`; `read_case` gives it back."""
    home = folder / case.id
    home.mkdir(parents=True, exist_ok=True)
    held = case.model_dump(mode="json", exclude_defaults=True)
    (home / CASE_FILE).write_text(json.dumps(held, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    (home / DATA_FILE).write_bytes(case.data)
    if case.change:
        (home / CHANGE_FILE).write_text(case.change, encoding="utf-8")
