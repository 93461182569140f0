"""The sanitiser: what a model wrote, made fit to be shown: words only, and not too many of them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_CHARACTERS: Final = 3_000
MAX_CODE_LINES: Final = 12  #: a longer fence is left out: code is shown where code belongs

_FENCE: Final = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_PICTURE: Final = re.compile(r"!\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,300}\])")
_LINK: Final = re.compile(r"\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,300}\]|:\s*\S{1,2000})")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG: Final = re.compile(r"</?[A-Za-z!?][^<>\n]{0,1000}>?|</")
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31});?")
_ADDRESS: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]{0,30}:(?://|(?=[^\s/]{1,100}@))|(?:java|vb)script:|data:(?=[a-z]+[/;,])|mailto:|tel:(?=\+?\d)"
    r"|www\.|//(?=[a-z0-9-]+\.))[^\s“”„]*",
    re.IGNORECASE,
)
_HOST: Final = re.compile(
    r"\b(?:[a-z0-9-]{1,63}\.)+(?:com|org|net|io|dev|app|ai|de|eu|uk|fr|ru|cn|info|biz|xyz|top|site|online|me|co|ly|gg)\b(?:[:/][^\s“”„]*)?",
    re.IGNORECASE,
)
_EMPTIED: Final = re.compile(r"([“„])\s*([”“])")  # a quotation of which nothing is left
_KEPT: Final = frozenset("\n\t")


def sanitise(text: str) -> str:
    """`text` without addresses, HTML, pictures, long code and invisible characters; at most `MAX_CHARACTERS`.

    Sanitising twice changes nothing more.
    """
    before = ""
    while text != before:  # what is cut out may join two halves of something else
        before = text
        text = _once(text)
    return _shortened(text)


def _once(text: str) -> str:
    text = "".join(c for c in unicodedata.normalize("NFC", text) if c in _KEPT or _is_visible(c))
    text = _FENCE.sub(_short_code, text)
    text = _COMMENT.sub("", text)
    text = _PICTURE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _ENTITY.sub("", text)
    text = _TAG.sub("", text)
    text = _ADDRESS.sub("", text)
    text = _HOST.sub("", text)
    text = _EMPTIED.sub(r"\1…\2", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]{2,}", " ", text)).strip()


def _is_visible(character: str) -> bool:
    """Neither a control nor a format character (bidirectional marks, zero width), nor half of one."""
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")


def _short_code(match: re.Match[str]) -> str:
    return match[0] if match[1].count("\n") < MAX_CODE_LINES and match[0].endswith("```") else ""


def _shortened(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    cut = text[: MAX_CHARACTERS - 1]
    end = max(cut.rfind(mark) for mark in (". ", "\n", " "))
    return f"{(cut[:end] if end > MAX_CHARACTERS // 2 else cut).rstrip()}…"
