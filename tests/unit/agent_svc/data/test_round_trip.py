"""Round trip: a table written in any dialect, locale and encoding is read back as the values it was written from."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_svc.data import Subject, read_file

WORDS: Final = (
    "Weizen",
    "Grüner Tee",
    "São Paulo",
    "Ulm, Süd",
    'the "old" one',
    "a; b",
    "x|y",
    "Köln\tOst",
    "two\nlines",
)
NAMES: Final = ("Sorte", "Höhe", "Ertrag pro Hektar", "Datum", "Geprüft", "n", "Größe, alt")


@dataclass(frozen=True)
class Locale:
    """How numbers, dates and booleans are written."""

    mark: str
    group: str
    day_form: str
    yes: str
    no: str

    def number(self, value: Decimal) -> str:
        return f"{value:,.2f}".replace(",", "\0").replace(".", self.mark).replace("\0", self.group)

    def day(self, value: date) -> str:
        return value.strftime(self.day_form)

    def boolean(self, value: bool) -> str:
        return self.yes if value else self.no


LOCALES: Final = (
    Locale(".", "", "%Y-%m-%d", "true", "false"),
    Locale(".", ",", "%m/%d/%Y", "yes", "no"),
    Locale(",", ".", "%d.%m.%Y", "ja", "nein"),
    Locale(",", " ", "%d/%m/%Y", "ja", "nein"),
    Locale(".", "'", "%d.%m.%Y", "wahr", "falsch"),
)
# A day above twelve settles the order of day and month.
DAYS: Final = st.dates(date(1970, 1, 1), date(2099, 12, 31))
KINDS: Final[Mapping[str, st.SearchStrategy[object]]] = {
    "number": st.decimals(-(10**7), 10**7, places=2, allow_nan=False),
    "date": DAYS,
    "boolean": st.booleans(),
    "text": st.sampled_from(WORDS),
}


@dataclass(frozen=True)
class Written:
    """A table as values and as bytes."""

    names: Sequence[str]
    rows: Sequence[Sequence[str]]
    raw: bytes


def canonical(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        text = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if text in ("-0", "0") else text
    return value.isoformat() if isinstance(value, date) else str(value)


@st.composite
def tables(draw: Callable[..., object]) -> Written:
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=5))
    assert isinstance(kinds, list)
    rows = draw(st.lists(st.tuples(*(KINDS[kind] for kind in kinds)), min_size=2, max_size=12))
    assert isinstance(rows, list)
    # The first row settles what the others may leave open, and shows that it is no header.
    settled = {"number": Decimal("1234.56"), "date": date(2024, 1, 31), "boolean": True, "text": "Roggen"}
    rows = [tuple(settled[kind] for kind in kinds), *rows]
    locale = draw(st.sampled_from(LOCALES))
    assert isinstance(locale, Locale)
    names = ["Probe", *(f"{NAMES[place]} {place}" for place in range(len(kinds)))]
    cells = [[f"P{number}x", *(_written(value, locale) for value in row)] for number, row in enumerate(rows)]
    text = _rendered([names, *cells], draw)
    encodings = [e for e in ("utf-8", "utf-8-sig", "utf-16", "cp1252") if e != "cp1252" or _western(text)]
    encoding = draw(st.sampled_from(encodings))
    expected = [[f"P{number}x", *map(canonical, row)] for number, row in enumerate(rows)]
    return Written(names, expected, text.encode(str(encoding)))


def _western(text: str) -> bool:
    return text == text.encode("cp1252", "ignore").decode("cp1252")


def _written(value: object, locale: Locale) -> str:
    if isinstance(value, bool):
        return locale.boolean(value)
    if isinstance(value, Decimal):
        return locale.number(value)
    return locale.day(value) if isinstance(value, date) else str(value)


def _rendered(records: Sequence[Sequence[str]], draw: Callable[..., object]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter=str(draw(st.sampled_from([",", ";", "\t", "|", "^", "~"]))),
        lineterminator=str(draw(st.sampled_from(["\n", "\r\n"]))),
        quoting=csv.QUOTE_ALL if draw(st.booleans()) else csv.QUOTE_MINIMAL,
    )
    writer.writerows(records)
    return out.getvalue()


@given(tables())
@settings(max_examples=150)
def test_what_was_written_is_what_is_read(table: Written) -> None:
    dataset = read_file(table.raw, "table.csv")
    records = list(csv.reader(io.StringIO(dataset.csv, newline="")))
    assert records[0] == list(table.names)
    assert records[1:] == [list(row) for row in table.rows]
    # A few letters may belong to two encodings; nothing else may be in doubt.
    assert {doubt.subject for doubt in dataset.report.ambiguous} <= {Subject.ENCODING}
