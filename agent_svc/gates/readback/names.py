"""A name: the label of a category or series, and whether a text that a reader sees is that name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import pandas as pd

from agent_svc.gates.number_marks import ENGLISH, NumberMarks

NameKind = Literal["text", "number", "date"]

#: How charts may write dates; a name that is a date reads as any of them.
DATE_CODES: Final = (
    *("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d %b", "%b %Y", "%Y", "%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"),
    *("%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S", "%b %d", "%d.%m.", "%B %Y", "%Y-%m", "%b %d, %Y"),
    *("%d %b %H:%M", "%d %b %H:%M:%S", "%d %b %H:%M:%S.%f"),
    *("%H:%M:%S", "%a", "%A", "%b", "%B", "%d", "%m"),
)
_COUNTED: Final = re.compile(r"\(n=[\d,.’]+\)$")
_CODES: Final = {"YYYY": "%Y", "HH:MM": "%H:%M", "MM": "%m", "DD": "%d", "Mon": "%b"}


def as_names(values: pd.Series, date_format: str = "auto", marks: NumberMarks = ENGLISH) -> tuple[pd.Series, NameKind]:
    """The column as ordered labels: texts as they come in the data or in their own order, the others ascending."""
    different = values.dropna().drop_duplicates()
    if isinstance(values.dtype, pd.CategoricalDtype):
        different = different.sort_values()
    kind: NameKind = "text"
    if pd.api.types.is_datetime64_any_dtype(values):
        different, kind = different.sort_values(), "date"
        names = list(different.dt.strftime(_date_code(date_format)))
    elif pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values):
        different, kind = different.sort_values(), "number"
        names = [marks.written(_digits(value)) for value in different]
    else:
        names = [str(value).lower() if pd.api.types.is_bool_dtype(values) else str(value) for value in different]
    labels = values.astype(object).map(dict(zip(different, names, strict=True)))
    return pd.Series(pd.Categorical(labels, list(dict.fromkeys(names)), ordered=True), values.index), kind


class NameBook:
    """The names of one channel, to be found again in what a reader sees."""

    def __init__(self, names: Sequence[str], kind: NameKind, marks: NumberMarks = ENGLISH) -> None:
        self._names = tuple(names)
        self._kind = kind
        self._marks = marks
        self._plain: dict[str, list[str]] = {}
        for name in names:
            self._plain.setdefault(_plain(name), []).append(name)
        self._known: dict[str, str | None] = {}
        self._dates: dict[str, list[str]] | None = None

    def reading(self, shown: str | None) -> str | None:
        """Which name `shown` is; None when it may be one of several, and `shown` itself when it is none of them."""
        if shown is None:
            return None
        if shown not in self._known:
            self._known[shown] = self._find(shown)
        return self._known[shown]

    def knows(self, shown: str) -> bool:
        """Whether `shown` is one of the names for sure."""
        return self.reading(shown) in self._names

    def _find(self, shown: str) -> str | None:
        found = self._plain.get(_plain(shown)) or self._fitting(shown)
        if len(found) == 1:
            return found[0]
        if found or self._kind != "text":
            return None  # a number or a date has more ways to be written than are known here
        return shown

    def _fitting(self, shown: str) -> list[str]:
        if self._kind != "date":
            value = self._number(shown) if self._kind == "number" else None
            if value is not None:
                return [name for name in self._names if self._number(name) == value]
            return [name for name in self._names if _reads_as(shown, name)]
        if self._dates is None:  # every way to write every date once, not once for each text that is read
            self._dates = {}
            for name in self._names:
                for text in {_plain(text) for text in _written(name)}:
                    self._dates.setdefault(text, []).append(name)
        return self._dates.get(_plain(shown), [])

    def _number(self, text: str) -> float | None:
        try:
            return float(self._marks.canonical(_plain(text)))
        except ValueError:
            return None


def _reads_as(shown: str, name: str) -> bool:
    return _is_short_for(_COUNTED.sub("", _plain(shown)), _plain(name)) or _is_short_for(_plain(shown), _plain(name))


def _is_short_for(shown: str, name: str) -> bool:
    head, ellipsis, tail = shown.partition("…")
    if not ellipsis:
        head, ellipsis, tail = shown.partition("...")
    if not ellipsis:
        return shown == name
    return len(head) + len(tail) < len(name) and name.startswith(head) and name.endswith(tail)


def _plain(text: str) -> str:
    """Without blanks, line ends and hyphens that wrapping adds, and with one kind of minus."""
    return "".join(text.split()).replace("−", "-").replace("\u00ad", "").replace("\u200b", "").casefold()


def _digits(value: float) -> str:
    return f"{value:.10g}" if abs(value) < 1e10 or value % 1 else f"{value:.15g}"


def _date_code(date_format: str) -> str:
    if date_format == "auto":
        return "%Y-%m-%d %H:%M:%S.%f"
    for word, code in _CODES.items():
        date_format = date_format.replace(word, code)
    return date_format


def _written(name: str) -> list[str]:
    """The ways to write the date that `name` is; `name` itself when it was written in a chosen format."""
    try:
        moment = pd.to_datetime(name, format="%Y-%m-%d %H:%M:%S.%f")
    except ValueError:
        return [name]
    quarter = (moment.month - 1) // 3 + 1
    own = [f"{moment.year}-Q{quarter}", f"Q{quarter} {moment.year}", str(moment), str(moment.date())]
    texts = [moment.strftime(code) for code in DATE_CODES]
    return [*own, *texts, *(text[:-3] for text in texts if text.endswith("000") and "." in text)]
