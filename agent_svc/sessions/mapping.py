"""The mapping: which columns fill the roles of a chart, checked, completed, and kept over new data and other charts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agent_svc.catalogue.chart import Chart, Role
from agent_svc.data import Dataset, RefusedLine, check_bindings, default_bindings
from agent_svc.data.bindings.roles import MEASURE
from agent_svc.errors import InvalidBindingsError
from agent_svc.sessions.version import Bindings


@dataclass(frozen=True, slots=True)
class RoleMapping:
    """Bindings and the required roles that they leave open."""

    bindings: Bindings
    missing_roles: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every required role is filled."""
        return not self.missing_roles


def state_of(chart: Chart | None, bindings: Bindings) -> RoleMapping:
    """`bindings` with what they leave open; without a chart nothing is."""
    roles = () if chart is None else chart.roles
    return RoleMapping(bindings, tuple(role.name for role in roles if role.required and not bindings.get(role.name)))


def checked(chart: Chart, dataset: Dataset, lines: Iterable[tuple[str, str]]) -> RoleMapping:
    """The mapping of (role, column) lines; a role may stay open.

    Raises `InvalidBindingsError` with every refused line.
    """
    bindings: dict[str, tuple[str, ...]] = {}
    for role, column in lines:
        if column:
            bindings[role] = (*bindings.get(role, ()), column)
    refused = _refused(chart, dataset, bindings)
    if refused:
        raise InvalidBindingsError(violations=[line.violation() for line in refused])
    return state_of(chart, bindings)


def remapped(chart: Chart, dataset: Dataset, before: Bindings, *, is_new_chart: bool = False) -> RoleMapping:
    """What of `before` still holds, and columns by type and name for roles that are open.

    An optional role that was open stays open, as somebody may have emptied it; not with a chart that is new, nor where
    nothing holds any more.
    """
    known = {role.name for role in chart.roles}
    kept = {role: columns for role, columns in before.items() if role in known}
    for line in _refused(chart, dataset, kept):
        kept.pop(line.role, None)
    used = {column for columns in kept.values() for column in columns}
    free = [column for column in dataset.profile.columns if column.name not in used]
    anew = is_new_chart or not kept
    opened = [role for role in chart.roles if role.name not in kept and (anew or role.required or role.name in before)]
    found = default_bindings(free, opened)
    for role, columns in found.items():
        kept[role] = (columns,) if isinstance(columns, str) else tuple(columns)
    ordered = {role.name: kept[role.name] for role in chart.roles if role.name in kept}
    return state_of(chart, ordered)


def chosen(chart: Chart, dataset: Dataset, bindings: Bindings) -> Bindings:
    """Those of `bindings` that are not what `chart` starts from with this table: what a user has chosen."""
    automatic = remapped(chart, dataset, {}).bindings
    return {role: columns for role, columns in bindings.items() if automatic.get(role) != columns}


def carried(before: Chart, after: Chart, dataset: Dataset, bindings: Bindings) -> Bindings:
    """What of `bindings` another chart starts from: what a user has chosen, and the categories and the amount."""
    kept = {**_categories(before, after, bindings), **chosen(before, dataset, bindings)}
    old, new = _amount(before), _amount(after)
    if old is None or new is None or new.name in kept or not bindings.get(old.name):
        return kept
    columns = bindings[old.name]
    return {**kept, new.name: columns if new.family else columns[:1]}


def _categories(before: Chart, after: Chart, bindings: Bindings) -> Bindings:
    """What both charts show by name in a role of one name and title: bars of each soil become boxes of each soil."""
    shared = [
        role
        for role in after.roles
        if "text" in map(str, role.types) and (old := before.role(role.name)) is not None and old.title == role.title
    ]
    return {
        role.name: bindings[role.name] if role.family else bindings[role.name][:1]
        for role in shared
        if bindings.get(role.name)
    }


def _amount(chart: Chart) -> Role | None:
    """The role for what is measured: the only one that takes nothing but numbers and must be filled, or counts rows."""
    needed = [role for role in chart.roles if role.required or role.name == MEASURE]
    roles = [role for role in needed if [str(type_) for type_ in role.types] == ["number"]]
    return roles[0] if len(roles) == 1 else None


def _refused(chart: Chart, dataset: Dataset, bindings: Bindings) -> list[RefusedLine]:
    roles = {role.name: role for role in chart.roles}
    shaped = {name: _shaped(roles.get(name), columns) for name, columns in bindings.items()}
    lines = check_bindings(dataset.columns, chart.roles, shaped)
    # A required role without a column is no mistake yet: the plot says so when it is asked for.
    return [line for line in lines if line.column or line.role not in roles]


def _shaped(role: Role | None, columns: tuple[str, ...]) -> str | list[str]:
    single = role is not None and not role.family and len(columns) == 1
    return columns[0] if single else list(columns)
