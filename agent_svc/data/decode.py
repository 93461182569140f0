"""Decode: from pasted text or a file's bytes to clean text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from charset_normalizer import from_bytes

from agent_svc.data.errors import EmptyPasteError, NulCharacterError, TableTooBigError, UndecodableError
from agent_svc.data.limits import Limits
from agent_svc.data.reading import LEGACY_ENCODINGS
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WESTERN = re.compile("[\x00-\x7fÄÖÜäöüßÀ-ÂÇ-ÏÑÔÙÛà-âç-ïñóôùúûœŒ°µ·²³±½¼€£§«»„“”‚‘’–—…×©®\u00a0]*")

# Invisible characters: byte order marks and zero-width ones, bidi controls, control characters but tab and newline,
# and halves of surrogate pairs, which no encoding can write.
_INVISIBLE = re.compile(
    "[\u200b\u2060\ufeff\u180e\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c"
    "\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]"
)
# Joiners shape Arabic, Indic and emoji; beside Latin letters they do nothing.
_IDLE_JOINERS = re.compile(
    "(?<![\u0300-\U0010ffff])[\u200c\u200d]++|(?<![\u200c\u200d])[\u200c\u200d]++(?![\u0300-\U0010ffff])"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Clean text: NFC, `\\n` line ends, nothing invisible."""

    text: str
    decision: Decision | None = None  # None for text that came as text
    notices: tuple[Notice, ...] = ()


def decode(source: bytes | str, limits: Limits, encoding: str | None = None) -> Decoded:
    """The text of `source`; `encoding` overrules detection for bytes.

    Errors: TableTooBigError, EmptyPasteError, NulCharacterError, UndecodableError.
    """
    _check_size(source, limits)
    decision = None
    if isinstance(source, bytes):
        source, decision = _decode_bytes(source, encoding)
    _refuse_nul(source)
    text, removed = clean(source)
    if not text.strip():
        raise EmptyPasteError()
    notices = (_stripped(removed),) if removed else ()
    return Decoded(text, decision, notices)


def clean(text: str) -> tuple[str, int]:
    """`text` in NFC with `\\n` line ends, without invisible characters, and how many of those were taken out."""
    if text.isascii() and text.isprintable():
        return text, 0
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text, removed = _INVISIBLE.subn("", text)
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


def _refuse_nul(text: str) -> None:
    at = text.find("\0")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise NulCharacterError.at(
            f"Line {line} holds a NUL character at position {at - text.rfind(chr(10), 0, at)}, "
            "so this is not a table of text",
            "Export the data as CSV in UTF-8 and paste that",
            row=line,
        )


def _stripped(removed: int) -> Notice:
    what = "1 invisible character was" if removed == 1 else f"{removed:,} invisible characters were"
    return Notice(NoticeKind.STRIPPED, f"{what} taken out of the text (zero-width, bidi or control characters).")


def _decode_bytes(raw: bytes, forced: str | None) -> tuple[str, Decision]:
    if forced is not None:
        return _strictly(raw, forced), _decision(forced, "It was chosen.", Certainty.CERTAIN)
    for bom, name in _BOMS:
        if raw.startswith(bom):
            return _strictly(raw, name), _decision(name, "The file starts with a byte order mark.", Certainty.CERTAIN)
    try:
        return raw.decode("utf-8"), _decision("utf-8", "Every byte is valid UTF-8.", Certainty.CERTAIN)
    except UnicodeDecodeError:
        return _decode_legacy(raw)


def _strictly(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        raise UndecodableError.at(
            f"Byte {at + 1:,} (line {raw.count(10, 0, at) + 1}) is not valid {encoding}",
            "Choose another encoding, or save the file as UTF-8",
            row=raw.count(10, 0, at) + 1,
        ) from None


def _decode_legacy(raw: bytes) -> tuple[str, Decision]:
    western = raw.decode("cp1252", "replace")
    if _WESTERN.fullmatch(western):
        evidence = "It is not UTF-8, and all its other characters are common in Western Europe."
        return western, _decision("cp1252", evidence, Certainty.LIKELY)
    best = from_bytes(raw, cp_isolation=list(LEGACY_ENCODINGS)).best()
    if best is None:
        _refuse_nul(raw.decode("latin-1"))
        raise UndecodableError()
    evidence = "It is not UTF-8, and this encoding gives the most plausible text."
    return str(best), _decision(best.encoding, evidence, Certainty.AMBIGUOUS)


def _decision(chosen: str, evidence: str, certainty: Certainty) -> Decision:
    others = () if certainty is Certainty.CERTAIN and chosen != "cp1252" else LEGACY_ENCODINGS
    alternatives = tuple(name for name in others if name != chosen)
    return Decision(Subject.ENCODING, chosen, evidence, certainty, alternatives)
