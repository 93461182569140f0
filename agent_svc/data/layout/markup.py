"""Markup: a table in the source of a web page, and what is no table at all."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final, NamedTuple, NoReturn

from agent_svc.data.errors import MarkupError, TableTooBigError
from agent_svc.data.layout.spans import SpanningCell, laid_out
from agent_svc.data.limits import Limits

_HTML = re.compile(
    r"\s*<(?:!doctype html|html|head|body|table|div|meta|p|span|thead|tbody|tr|ul|google-sheets-html-origin)\b",
    re.IGNORECASE,
)
_XML = re.compile(r"\s*<(?:\?xml|[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*[\"'][^<>]*)?\s*/?>\s*<)")
#: Lists and dictionaries as Python writes them; JSON has neither names before them nor single quotes.
_PYTHON = re.compile(
    r"\s*(?:[A-Za-z_][\w.]*\s*=\s*(?:[\[{]|(?:np|pd|numpy|pandas)\.\w+\(|dict\(|c\()|[\[{]\s*'[^']*'\s*[,:]"
    r"|\[\s*(?:\(|(?:None|True|False)\b)|\(\s*'[^']*'\s*,|(?:np\.|numpy\.)?array\(|(?:pd\.)?(?:Series|DataFrame)\()"
)
_TABLE: Final = re.compile(r"<table\b", re.IGNORECASE)
_TAG: Final = re.compile(r"<t[rdh]\b", re.IGNORECASE)
_ROW: Final = re.compile(r"<tr\b", re.IGNORECASE)
_FILLED_ROW: Final = re.compile(r"<tr\b[^<>]*>\s*<t[dh]\b", re.IGNORECASE)
_CELL: Final = re.compile(r"<t[dh]\b", re.IGNORECASE)
_ROWS_AROUND: Final = 100  # of the names and values: titles, notes
_MOST_TABLES: Final = 10_000  # of a page: one of more is no page that somebody wrote
_MUCH_WIDER: Final = 3  # times the columns that there may be: cells at the end may be empty
_WIDEST: Final = 50  # columns and rows that a cell spans at most
_REMEDY = "Copy the table itself from the page, or export it as CSV"


class Page(NamedTuple):
    """The records of the longest table of a web page, and how many other tables there are."""

    records: list[list[str]]
    others: int


def html_table(text: str) -> Page | None:
    """The longest table in HTML; None for text that is no markup.

    Errors: MarkupError for a page without a table, for XML and for rich text.
    """
    if text.lstrip()[:5].lower() == "{\\rtf":
        raise MarkupError.at("The text is rich text (RTF) and not a table", _REMEDY)
    if _PYTHON.match(text) is not None:
        refuse_code()
    if _HTML.match(text) is None:
        if _XML.match(text) is not None:
            raise MarkupError.at("The text is XML and not a table", "Export the table as CSV or JSON")
        return None
    if _TAG.search(text) is None:
        raise MarkupError.at("The text is HTML without a table", _REMEDY)
    parser = _Tables()
    parser.feed(text)
    parser.close()
    tables = [[row for row in laid_out(table) if row] for table in parser.tables]
    longest = max(tables, key=len, default=[])
    if not longest:
        raise MarkupError.at("The text is HTML without a table", _REMEDY)
    return Page(longest, sum(1 for table in tables if table) - 1)


def check_page(text: str, limits: Limits) -> None:
    """Counts the tags of the longest table of a page, which takes much less time than to read them.

    Nothing for other texts, and for tables that may be small enough. Errors: TableTooBigError.
    """
    if _HTML.match(text) is None:
        return
    tables = len(_TABLE.findall(text))
    if tables > _MOST_TABLES:
        raise TableTooBigError.at(f"The page has {tables:,} tables; the limit is {_MOST_TABLES:,}", _REMEDY)
    sizes = [
        (len(_FILLED_ROW.findall(one)), len(_CELL.findall(one)), len(_ROW.findall(one))) for one in _TABLE.split(text)
    ]
    rows, cells, written = max(sizes, key=lambda one: one[0] or bool(one[1]))
    if rows > limits.rows + _ROWS_AROUND:
        remedy = "Leave out rows, or aggregate them before pasting"
        raise TableTooBigError.over("rows", rows, limits.rows, remedy, row=limits.rows + 1)
    width = cells // max(written, 1)
    if width > _MUCH_WIDER * limits.columns:
        remedy = "Leave out the columns that the chart does not need"
        raise TableTooBigError.over("columns", width, limits.columns, remedy, column=limits.columns + 1)


def refuse_code() -> NoReturn:
    """Errors: MarkupError, which names the remedy for lists and dictionaries of Python."""
    raise MarkupError.at("The text is code and not a table", "Print its values as CSV or JSON, and paste that")


class _Tables(HTMLParser):
    """Collects the cells of every table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[SpanningCell]]] = []
        self._cell: list[str] | None = None
        self._columns = self._rows = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self._end_cell()
            if not self.tables:
                self.tables.append([])
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables:
            self._end_cell()
            self._cell = []
            self._columns = _span(dict(attrs).get("colspan"))
            self._rows = _span(dict(attrs).get("rowspan"))
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        if not self.tables[-1]:
            self.tables[-1].append([])
        self.tables[-1][-1].append(SpanningCell(" ".join("".join(self._cell).split()), self._columns, self._rows))
        self._cell = None


def _span(written: str | None) -> int:
    return max(1, min(int(written), _WIDEST)) if written and written.isascii() and written.isdigit() else 1
