"""Markup: a table in the source of a web page, and what is no table at all."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from agent_svc.data.errors import MarkupError

_HTML = re.compile(
    r"\s*<(?:!doctype html|html|head|body|table|div|meta|p|span|thead|tbody|tr|ul|google-sheets-html-origin)\b",
    re.IGNORECASE,
)
_XML = re.compile(r"\s*<(?:\?xml|[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*[\"'][^<>]*)?\s*/?>\s*<)")
#: Lists and dictionaries as Python writes them; JSON has neither names before them nor single quotes.
_PYTHON = re.compile(
    r"\s*(?:[A-Za-z_][\w.]*\s*=\s*(?:[\[{]|(?:np|pd|numpy|pandas)\.\w+\(|dict\(|c\()|[\[{]\s*'[^']*'\s*[,:])"
)
_REMEDY = "Copy the table itself from the page, or export it as CSV"


def html_records(text: str) -> list[list[str]] | None:
    """The records of the biggest table in HTML; None for text that is no markup.

    Errors: MarkupError for a page without a table, for XML and for rich text.
    """
    if text.lstrip()[:5].lower() == "{\\rtf":
        raise MarkupError.at("The text is rich text (RTF) and not a table", _REMEDY)
    if _PYTHON.match(text) is not None:
        raise MarkupError.at("The text is code and not a table", "Print its values as CSV or JSON, and paste that")
    if _HTML.match(text) is None:
        if _XML.match(text) is not None:
            raise MarkupError.at("The text is XML and not a table", "Export the table as CSV or JSON")
        return None
    parser = _Tables()
    parser.feed(text)
    parser.close()
    tables = [[row for row in table if row] for table in parser.tables]
    biggest = max(tables, key=len, default=[])
    if not biggest:
        raise MarkupError.at("The text is HTML without a table", _REMEDY)
    return biggest


class _Tables(HTMLParser):
    """Collects the cells of every table; cells that span columns are repeated as empty ones."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._span = 1

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
            span = dict(attrs).get("colspan") or "1"
            self._span = min(int(span), 50) if span.isascii() and span.isdigit() else 1
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
        self.tables[-1][-1] += [" ".join("".join(self._cell).split()), *[""] * (self._span - 1)]
        self._cell = None
