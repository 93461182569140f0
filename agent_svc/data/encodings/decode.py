"""Decode: from pasted text or a file's bytes to clean text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from agent_svc.data.choices import Mojibake
from agent_svc.data.encodings.binary import refuse_binary, refuse_nul
from agent_svc.data.encodings.encoding import decode_bytes
from agent_svc.data.encodings.mojibake import repair
from agent_svc.data.encodings.money_signs import with_money_signs
from agent_svc.data.errors import EmptyPasteError, TableTooBigError
from agent_svc.data.layout.pieces import pieces_of
from agent_svc.data.limits import Limits
from agent_svc.data.report import Decision, Notice, NoticeKind, Subject

# Spaces that do not break, or are narrow: two names that differ in them look the same.
_SPACES = "\u00a0\u2007\u2009\u202f"

# Invisible characters: byte order marks and zero-width ones, bidi controls, control characters but tab and newline,
# and halves of surrogate pairs, which no encoding can write.
_INVISIBLE = re.compile(
    "[\u200b\u2060\ufeff\u180e\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c"
    "\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]"
)
_PLAIN = bytes((9, 10, *range(32, 127)))  # ASCII that is seen
# Joiners shape Arabic, Indic and emoji; beside Latin letters they do nothing.
_IDLE_JOINERS = re.compile(
    "(?<![\u0300-\U0010ffff])[\u200c\u200d]++|(?<![\u200c\u200d])[\u200c\u200d]++(?![\u0300-\U0010ffff])"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Clean text: NFC, `\\n` line ends, nothing invisible."""

    text: str
    decisions: tuple[Decision, ...] = ()  # on the encoding (none for text that came as text) and on mojibake
    notices: tuple[Notice, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """The decision on the encoding; None for text that came as text."""
        return next((one for one in self.decisions if one.subject is Subject.ENCODING), None)


def decode(
    source: bytes | str, limits: Limits, encoding: str | None = None, mojibake: Mojibake | None = None
) -> Decoded:
    """The text of `source`; `encoding` overrules detection for bytes.

    Errors: TableTooBigError, EmptyPasteError, NotTextError, NulCharacterError, UndecodableError.
    """
    _check_size(source, limits)
    decisions: tuple[Decision, ...] = ()
    broken: tuple[Notice, ...] = ()
    if isinstance(source, bytes):
        refuse_binary(source)
        source, decision, broken = decode_bytes(source, encoding)
        decisions = (decision,)
        source, signs = with_money_signs(source, decision.chosen)
        broken = (*broken, *signs)
    refuse_nul(source)
    repaired, repairs, told = repair(source, mojibake)
    text, removed = clean(repaired)
    if not text.strip():
        raise EmptyPasteError()
    notices = (_stripped(removed),) if removed else ()
    return Decoded(text, (*decisions, *repairs), (*broken, *told, *notices))


def clean(text: str) -> tuple[str, int]:
    """`text` in NFC with `\\n` line ends, without invisible characters, and how many of those were taken out."""
    if text.isascii() and text.isprintable():
        return text, 0
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    pieces, removed = [], 0
    for piece in pieces_of(text):  # no letter is composed across the end of a line
        cleaned, count = _clean(piece)
        pieces.append(cleaned)
        removed += count
    return "".join(pieces), removed


def _clean(text: str) -> tuple[str, int]:
    if text.isascii() and not text.encode().translate(None, _PLAIN):
        return text, 0  # the common case: a look for each invisible character takes five times as long
    text, removed = _INVISIBLE.subn("", text)
    if text.isascii():
        return text, removed
    for space in _SPACES:
        text = text.replace(space, " ")
    text = unicodedata.normalize("NFC", text)
    # Taking a joiner out or composing a letter can leave another joiner beside a Latin one.
    while "\u200c" in text or "\u200d" in text:
        text, count = _IDLE_JOINERS.subn("", text)
        removed += count
        composed = unicodedata.normalize("NFC", text)
        if not count and composed == text:
            break
        text = composed
    return text, removed


def _check_size(source: bytes | str, limits: Limits) -> None:
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "surrogatepass"))
    if size > limits.size_bytes:
        kib = f"{limits.size_bytes / 1024:,.0f} KB"
        raise TableTooBigError.at(
            f"The table has {size:,} bytes ({size / 1024:,.1f} KB); the limit is {limits.size_bytes:,} bytes ({kib})",
            "Leave out rows or columns that the chart does not need",
            measured=size,
            limit=limits.size_bytes,
        )


def _stripped(removed: int) -> Notice:
    what = "1 invisible character was" if removed == 1 else f"{removed:,} invisible characters were"
    return Notice(NoticeKind.STRIPPED, f"{what} taken out of the text (zero-width, bidi or control characters).")
