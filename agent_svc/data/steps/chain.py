"""The chain: steps that are read, checked and applied one after the other to a dataset, and the code that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from agent_svc.data.column import Column
from agent_svc.data.dataset import Dataset
from agent_svc.data.errors import TableError
from agent_svc.data.layout.table_size import check_size
from agent_svc.data.limits import FILE
from agent_svc.data.profile import profile
from agent_svc.data.report import Notice, NoticeKind
from agent_svc.data.steps.change_type import ChangeTypeStep
from agent_svc.data.steps.columns import DropStep, FillStep, RenameStep
from agent_svc.data.steps.derive import DeriveStep
from agent_svc.data.steps.frame import cells_of, columns_of, csv_of, preview_of, script_frame
from agent_svc.data.steps.groups import AggregateStep, ResampleStep
from agent_svc.data.steps.reshape import MeltStep, PivotStep
from agent_svc.data.steps.rows import FilterStep, SortStep, TopStep
from agent_svc.data.steps.table import StepTable
from agent_svc.errors import InvalidError
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

Step = (
    FilterStep
    | SortStep
    | TopStep
    | AggregateStep
    | ResampleStep
    | PivotStep
    | MeltStep
    | DeriveStep
    | RenameStep
    | DropStep
    | FillStep
    | ChangeTypeStep
)
OPS: Final = tuple(kind.model_fields["op"].default for kind in get_args(Step))
MAX_STEPS: Final = 50
MAX_CHARACTERS: Final = 100_000  # of all steps with their code: they travel with every answer
_KINDS: Final = frozenset({"bool", "int", "float", "str"})
_UNKNOWN: Final = "unknown field; remove it"

_ADAPTER: Final[TypeAdapter[Step]] = TypeAdapter(Annotated[Step, Field(discriminator="op")])


@dataclass(frozen=True, slots=True)
class Applied:
    """A step that was applied: its arguments (`op` among them), one line for people, and the pandas that does it."""

    arguments: Mapping[str, Any]
    title: str
    code: str


@dataclass(frozen=True, slots=True)
class Stepped:
    """A dataset after steps; `read` is the one before the first, which `data.csv` of a plot holds."""

    dataset: Dataset
    read: Dataset
    applied: tuple[Applied, ...] = ()

    @property
    def code(self) -> tuple[str, ...]:
        """The statements of all steps, one text each."""
        return tuple(one.code for one in self.applied)


def read_step(arguments: Mapping[str, object]) -> Step:
    """The step that `arguments` (`op` among them) describe. Raises `InvalidError` with every refused field."""
    if arguments.get("op") not in OPS:
        raise InvalidError(violations=[Violation("op", f"takes one of {', '.join(OPS)}")])
    try:
        return _ADAPTER.validate_python(dict(arguments))
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False, include_context=False)
        raise InvalidError(violations=_violations(details)) from None


def unstepped(dataset: Dataset) -> Stepped:
    """`dataset` as it was read."""
    return Stepped(dataset, dataset)


def apply_step(before: Stepped, step: Step) -> Stepped:
    """`before` after one more step.

    Raises `InvalidError` (every refused argument with what it takes; a result without rows), TableTooBigError.
    """
    if len(before.applied) >= MAX_STEPS:
        raise InvalidError(f"There are {MAX_STEPS} steps, which is the most; undo one, or bring the data in prepared.")
    state = _begun(before.read)
    for one in before.applied:
        state = _next(state, read_step(one.arguments))
    state = _next(state, step)
    if sum(len(one.code) + len(str(one.arguments)) for one in state.applied) > MAX_CHARACTERS:
        raise InvalidError("The steps have become too long to be shown; use shorter lists of values, or undo some.")
    return _finished(before.read, state)


def replay(dataset: Dataset, steps: Sequence[Mapping[str, object]]) -> Stepped:
    """`dataset` after all of `steps`. Raises `InvalidError` that lists which step does not fit any more, and why."""
    if not steps:
        return unstepped(dataset)
    state = _begun(dataset)
    for number, arguments in enumerate(steps, 1):
        try:
            state = _next(state, read_step(arguments))
        except (InvalidError, TableError) as error:
            why = error.violations or [Violation("", error.message)]
            places = [Violation(f"steps[{number}]", f"{arguments.get('op')}: {one.message}") for one in why]
            text = f"Step {number} of {len(steps)} does not fit this reading of the data; undo it first."
            raise InvalidError(text, violations=places) from error
    return _finished(dataset, state)


def replay_table(
    columns: tuple[Column, ...], csv: str, steps: Sequence[Mapping[str, object]]
) -> tuple[tuple[Column, ...], str]:
    """The columns and the canonical text of a table after steps that have been taken before. Raises as `apply_step`."""
    if not steps:
        return columns, csv
    state = _State(StepTable(script_frame(csv, columns), columns))
    for arguments in steps:
        state = _next(state, read_step(arguments))
    frame, columns = state.table.frame, state.table.columns
    return columns, csv_of(columns, cells_of(frame, columns))


@dataclass(frozen=True, slots=True)
class _State:
    """The table so far: one frame from the first step to the last, as in a script."""

    table: StepTable
    applied: tuple[Applied, ...] = ()
    notes: tuple[str, ...] = ()


def _begun(dataset: Dataset) -> _State:
    return _State(StepTable(script_frame(dataset.csv, dataset.columns), dataset.columns))


def _next(state: _State, step: Step) -> _State:
    table = state.table
    if refused := list(step.check(table)):
        raise InvalidError(violations=refused)
    frame = step.run(table)
    _check_result(frame)
    columns = columns_of(frame, lambda name: table.column(step.origin(name)))
    arguments = step.model_dump(mode="json", exclude_none=True)
    applied = Applied(arguments, step.title(), step.code(table))
    notes = tuple(step.notes(table, frame))
    return _State(StepTable(frame, columns), (*state.applied, applied), (*state.notes, *notes))


def _finished(read: Dataset, state: _State) -> Stepped:
    frame, columns = state.table.frame, state.table.columns
    cells = cells_of(frame, columns)
    after = replace(
        read,
        columns=columns,
        rows=len(frame),
        csv=csv_of(columns, cells),
        profile=profile(columns, cells, len(frame)),
        warnings=(*read.warnings, *(Notice(NoticeKind.CONVERTED, note) for note in state.notes)),
        preview=preview_of(columns, cells),
    )
    return Stepped(after, read, state.applied)


def _check_result(frame: pd.DataFrame) -> None:
    if not len(frame):
        raise InvalidError("No row is left after this step; nothing was changed. Loosen the condition.")
    check_size(len(frame.columns), len(frame), FILE)
    for name in frame.columns:
        if not isinstance(name, str) or not name.strip() or len(name) > FILE.cell_characters:
            raise InvalidError(
                f"A column would be called “{str(name)[:40]}”, and a name has 1 to {FILE.cell_characters} characters. "
                "Nothing was changed; rename or filter it first."
            )
        cells = frame[name]
        if cells.dtype == "str" and (cells.str.len() > FILE.cell_characters).any():
            raise InvalidError(
                f"“{name}” would have texts of more than {FILE.cell_characters} characters. "
                "Nothing was changed; shorten them."
            )


def _violations(details: Sequence[ErrorDetails]) -> list[Violation]:
    """One line for each refused field; what may hold several kinds of value is one field."""
    found: dict[str, Violation] = {}
    for detail in details:
        places = [str(part) for part in detail["loc"][1:]]
        several = [part for part in places if part in _KINDS or "[" in part]
        field = ".".join(part for part in places if part not in several) or "op"
        message = "takes a number, a text, or true or false" if several else detail["msg"].removeprefix("Value error, ")
        found.setdefault(field, Violation(field, _UNKNOWN if detail["type"] == "extra_forbidden" else message))
    return list(found.values())
