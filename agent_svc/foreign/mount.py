"""The mount: the specifications of a foreign catalogue as charts, with the reasons why a library cannot draw one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from agent_svc.catalogue import Catalogue, Chart, Role
from agent_svc.catalogue.readback import NoReadback
from agent_svc.code.bind import bind
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme
from agent_svc.code.validate import Profile, validate
from agent_svc.foreign.folder import ForeignScript, ForeignSpec, read_specs
from agent_svc.foreign.normal_form import NormalForm, normal_form
from agent_svc.foreign.readiness import COUPLING, Obstacle, Readiness, Reason, State, scan

PREFIX: Final = "foreign-"
TAG: Final = "foreign"
_WORDS: Final = 300  # characters of a reason
_MAX_ROLES: Final = 20
_NO_READBACK: Final = "The script comes from a foreign catalogue, which does not say what its marks stand for."


@dataclass(frozen=True, slots=True)
class Examined:
    """One script with what was found, and its normal form when it can be drawn."""

    script: ForeignScript
    readiness: Readiness
    form: NormalForm | None = None

    @property
    def why_not(self) -> str:
        """One sentence without a subject; empty when it can be drawn."""
        obstacles = sorted(self.readiness.obstacles, key=lambda each: (each.reason in COUPLING, each))
        if not obstacles:
            return ""
        remedy = "" if self.readiness.state is State.BLOCKED else "; a model would have to adapt it to other data first"
        return f"its script {obstacles[0].sentence}{remedy}."[:_WORDS]


@dataclass(frozen=True, slots=True)
class Swept:
    """One specification with all its scripts."""

    spec: ForeignSpec
    scripts: tuple[Examined, ...]


def sweep(folder: Path, themes: Mapping[str, str]) -> list[Swept]:
    """Every script of `folder` looked through; `themes` are the theme blocks by library. Raises ForeignFolderError."""
    return [Swept(spec, tuple(examine(script, themes) for script in spec.scripts)) for spec in read_specs(folder)]


def examine(script: ForeignScript, themes: Mapping[str, str]) -> Examined:
    """The readiness of one script; a clean one has been brought into its normal form and past the validator."""
    readiness = scan(script.text, script.language, script.library)
    if script.problem and script.language == "python":
        return _blocked(script, readiness, Obstacle(0, Reason.UNREADABLE, script.problem))
    if readiness.state is not State.CLEAN:
        return Examined(script, readiness)
    if script.library not in themes:
        return _blocked(script, readiness, Obstacle(0, Reason.UNSUPPORTED_LIBRARY, f"no theme for {script.library}"))
    try:
        form = normal_form(script.text, script.library, readiness.columns)
        bound = bind(form.source, themes[script.library], form.roles, {}, Theme.LIGHT)
    except ScriptShapeError as error:
        return _blocked(script, readiness, Obstacle(0, Reason.REFUSED, str(error)))
    if len(form.roles) > _MAX_ROLES:
        return _blocked(script, readiness, Obstacle(0, Reason.REFUSED, f"it reads {len(form.roles)} columns"))
    problems = validate(bound, Profile.SECURITY)
    if problems:
        return _blocked(script, readiness, Obstacle(0, Reason.REFUSED, problems[0].message))
    return Examined(script, readiness, form)


def _blocked(script: ForeignScript, readiness: Readiness, obstacle: Obstacle) -> Examined:
    return Examined(script, replace(readiness, obstacles=(obstacle,)))


def mounted(catalogue: Catalogue, swept: Sequence[Swept]) -> Catalogue:
    """`catalogue` with a chart for each specification, drawable or not; ours keep their ids."""
    charts = dict(catalogue.charts)
    for each in swept:
        chart = _chart(each, catalogue.theme_blocks)
        number = 2
        while chart.id in charts:
            chart = chart.model_copy(update={"id": f"{PREFIX}{each.spec.spec_id}-{number}"})
            number += 1
        charts[chart.id] = chart
    return Catalogue(MappingProxyType(charts), catalogue.theme_blocks)


def _chart(swept: Swept, themes: Mapping[str, str]) -> Chart:
    drawable = [each for each in swept.scripts if each.form is not None]
    # Roles belong to a chart: of implementations that read other columns, those that go with the first are taken.
    first = drawable[0].form if drawable else None
    kept = {each.script.library: each.form for each in drawable if each.form and first and _alike(each.form, first)}
    not_in = {each.script.library: each.why_not for each in swept.scripts if each.why_not}
    not_in |= {
        each.script.library: f"its script reads other columns than that of {drawable[0].script.library}."
        for each in drawable
        if each.script.library not in kept
    }
    roles = first.roles if first is not None else {"data": "data"}
    chart = Chart(
        id=f"{PREFIX}{swept.spec.spec_id}",
        title=swept.spec.title,
        description=swept.spec.description or swept.spec.title,
        tags=(TAG,),
        size="square" if first is not None and first.size.value == "square" else "wide",
        roles=tuple(_role(name, column) for name, column in roles.items()),
        options=(),
        marks="points",
        readback=NoReadback(none=_NO_READBACK),
        not_in=not_in,
    )
    return chart.with_scripts({library: form.source for library, form in kept.items() if form}, themes)


def _alike(form: NormalForm, first: NormalForm) -> bool:
    return list(form.roles) == list(first.roles) and form.size is first.size


def _role(name: str, column: str) -> Role:
    title = "".join(character for character in column if character.isprintable())[:120].strip() or name
    described = f"What the script's author had in the column “{title}”."
    return Role(name=name, title=title, description=described, types=("number", "date", "text", "boolean"))
