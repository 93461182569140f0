"""The wording: what is said of a change, one sentence each, in the languages that Plotlane speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from agent_svc.catalogue import Chart, Option
from agent_svc.catalogue.chart import Role
from agent_svc.data.difference import Difference
from agent_svc.guard.language import Language
from agent_svc.models.offline.german import CHOICES, german_role, german_title
from agent_svc.models.offline.views import german_name, with_article
from agent_svc.pipeline.outcome import Theme

_THEMES: Final = {Theme.LIGHT: "hell", Theme.DARK: "dunkel"}


class Wording(Protocol):
    """Sentences of one language."""

    @property
    def new_data(self) -> str:
        """The data is another."""

    @property
    def first(self) -> str:
        """The first plot is there."""

    @property
    def again(self) -> str:
        """A plot like the one before is there."""

    def steps(self, count: int) -> str:
        """The data steps are others; `count` of them are taken."""

    def code(self, changed: Difference) -> str:
        """Data code has changed the data."""

    def chart(self, chart: Chart) -> str:
        """The chart is another."""

    def library(self, name: str) -> str:
        """The library is another."""

    def theme(self, theme: Theme) -> str:
        """The theme is another."""

    def role(self, role: Role, columns: Sequence[str]) -> str:
        """A role shows other columns, or none."""

    def option(self, option: Option, value: object) -> str:
        """An option has another value; None: its automatic one."""


class English:
    """In English."""

    new_data = "The data is new."
    first = "Here it is."
    again = "Drawn again."

    def steps(self, count: int) -> str:
        """See `Wording.steps`."""
        return f"The data is drawn after {count} data step{'s' if count > 1 else ''}." if count else _AS_READ

    def code(self, changed: Difference) -> str:
        """See `Wording.code`."""
        return changed.sentence()

    def chart(self, chart: Chart) -> str:
        """See `Wording.chart`."""
        return f"The chart is now {with_article(chart)}."

    def library(self, name: str) -> str:
        """See `Wording.library`."""
        return f"The library is now {name}."

    def theme(self, theme: Theme) -> str:
        """See `Wording.theme`."""
        return f"The theme is now {theme.value}."

    def role(self, role: Role, columns: Sequence[str]) -> str:
        """See `Wording.role`."""
        shown = ", ".join(f"“{column}”" for column in columns)
        return f"{role.title} now shows {shown}." if columns else f"{role.title} shows no column any more."

    def option(self, option: Option, value: object) -> str:
        """See `Wording.option`."""
        if value is None:
            return f"{option.title} is automatic again."
        if isinstance(value, bool):
            return f"{option.title} is now {'on' if value else 'off'}."
        if isinstance(value, list | tuple):
            low, high = ("open" if end is None else f"{end:g}" for end in value)
            return f"{option.title} is now {low} to {high}."
        if option.kind == "text":
            return f"{option.title} is now “{value}”."
        return f"{option.title} is now {value:g}." if isinstance(value, float) else f"{option.title} is now {value}."


class German:
    """In German. Names of options stand in quotes: they are of any gender and number."""

    new_data = "Die Daten sind neu."
    first = "Hier ist das Diagramm."
    again = "Neu gezeichnet."

    def steps(self, count: int) -> str:
        """See `Wording.steps`."""
        if not count:
            return "Die Daten sind gezeichnet, wie sie gelesen wurden."
        return f"Die Daten sind nach {count} Datenschritt{'en' if count > 1 else ''} gezeichnet."

    def code(self, changed: Difference) -> str:
        """See `Wording.code`."""
        parts = [f"{_german(changed.rows_before)} → {_german(changed.rows_after)} Zeilen"]
        if changed.added:
            parts.append(f"neu: {', '.join(changed.added)}")
        if changed.removed:
            parts.append(f"fort: {', '.join(changed.removed)}")
        for name, (before, after) in (changed.retyped or {}).items():
            parts.append(f"{name}: {_TYPES.get(before, before)} → {_TYPES.get(after, after)}")
        return f"Die Daten wurden durch Code geändert ({'; '.join(parts)})."

    def chart(self, chart: Chart) -> str:
        """See `Wording.chart`."""
        return f"Die Art des Diagramms ist jetzt „{german_name(chart)}“."

    def library(self, name: str) -> str:
        """See `Wording.library`."""
        return f"Die Bibliothek ist jetzt {name}."

    def theme(self, theme: Theme) -> str:
        """See `Wording.theme`."""
        return f"Das Farbschema ist jetzt {_THEMES[theme]}."

    def role(self, role: Role, columns: Sequence[str]) -> str:
        """See `Wording.role`."""
        name, shown = german_role(role), ", ".join(f"„{column}“" for column in columns)
        return f"„{name}“ zeigt jetzt {shown}." if columns else f"„{name}“ zeigt keine Spalte mehr."

    def option(self, option: Option, value: object) -> str:
        """See `Wording.option`."""
        name = f"„{german_title(option)}“"
        if value is None:
            return f"{name} ist wieder automatisch."
        if isinstance(value, bool):
            return f"{name} ist jetzt {'an' if value else 'aus'}."
        if isinstance(value, list | tuple):
            low, high = ("offen" if end is None else _german(end) for end in value)
            return f"{name} ist jetzt {low} bis {high}."
        if option.kind == "text":
            return f"{name} ist jetzt „{value}“."
        shown = _german(value) if isinstance(value, int | float) else CHOICES.get(str(value), str(value))
        return f"{name} ist jetzt {shown}."


_AS_READ: Final = "The data is drawn as it was read."
_TYPES: Final = {"number": "Zahl", "date": "Datum", "text": "Text", "boolean": "Ja/Nein"}


def _german(number: float) -> str:
    return f"{number:,}".translate(_MARKS) if isinstance(number, int) else f"{number:g}".replace(".", ",")


_MARKS: Final = str.maketrans(",.", ".,")
WORDINGS: Final[Mapping[Language, Wording]] = MappingProxyType({Language.ENGLISH: English(), Language.GERMAN: German()})
