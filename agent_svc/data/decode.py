"""Decode: from pasted text or a file's bytes to clean text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from agent_svc.data.binary import refuse_binary
from agent_svc.data.choices import Mojibake
from agent_svc.data.errors import EmptyPasteError, NulCharacterError, TableTooBigError, UndecodableError
from agent_svc.data.legacy import guess_encoding
from agent_svc.data.limits import Limits
from agent_svc.data.mojibake import repair
from agent_svc.data.reading import LEGACY_ENCODINGS
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Spaces that do not break, or are narrow: two names that differ in them look the same.
_SPACES = "\u00a0\u2007\u2009\u202f"
_BARE_UTF_16 = 0.2  # share of zero bytes from which text may be UTF-16 without a mark
_BARE_ZEROS = 4  # so many of them at least
_SOUND = 3  # so many valid characters of UTF-8 for each broken one, and it is UTF-8 all the same
_CHUNK = 64 * 1024  # characters that are cleaned at a time: other threads run in between

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
        source, decision, broken = _decode_bytes(source, encoding)
        decisions = (decision,)
    _refuse_nul(source)
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
    for piece in _pieces(text):
        cleaned, count = _clean(piece)
        pieces.append(cleaned)
        removed += count
    return "".join(pieces), removed


def _pieces(text: str) -> Iterator[str]:
    """`text` cut at line ends, which no letter is composed across."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _CHUNK) + 1 or len(text)
        yield text[start:end]
        start = end


def _clean(text: str) -> tuple[str, int]:
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


def _decode_bytes(raw: bytes, forced: str | None) -> tuple[str, Decision, tuple[Notice, ...]]:
    if forced is not None:
        return _chosen(raw, forced)
    for bom, name in _BOMS:
        if raw.startswith(bom):
            reason = "The file starts with a byte order mark."
            return _strictly(raw, name), _decision(name, reason, Certainty.CERTAIN), ()
    bare = _bare_utf_16(raw)
    if bare is not None:
        reason = "Every other byte of its plain letters is zero."
        return raw.decode(bare), _decision(bare, reason, Certainty.LIKELY), ()
    try:
        return raw.decode("utf-8"), _decision("utf-8", "Every byte is valid UTF-8.", Certainty.CERTAIN), ()
    except UnicodeDecodeError:
        return _nearly_utf_8(raw) or _decode_legacy(raw)


def _chosen(raw: bytes, encoding: str) -> tuple[str, Decision, tuple[Notice, ...]]:
    nearly = _nearly_utf_8(raw)
    others = [name for name in ("utf-8", *LEGACY_ENCODINGS) if _decodes(raw, name) or (name == "utf-8" and nearly)]
    decision = _decision(encoding, "It was chosen.", Certainty.CERTAIN, tuple(n for n in others if n != encoding))
    if encoding == "utf-8" and nearly and not _decodes(raw, encoding):
        return nearly[0], decision, nearly[2]
    return _strictly(raw, encoding), decision, ()


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeError:
        return False
    return True


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


def _bare_utf_16(raw: bytes) -> str | None:
    """The UTF-16 without a mark that `raw` seems to be: all its zero bytes are on one side."""
    zeros = raw.count(0)
    if len(raw) % 2 or zeros < max(_BARE_ZEROS, _BARE_UTF_16 * len(raw)):
        return None
    behind = raw[1::2].count(0)
    name = "utf-16-le" if behind == zeros else "utf-16-be" if behind == 0 else None
    return name if name and _decodes(raw, name) else None


def _nearly_utf_8(raw: bytes) -> tuple[str, Decision, tuple[Notice, ...]] | None:
    """UTF-8 with a few broken bytes: they show as `\ufffd`, and the notice names their lines."""
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if not broken:
        return None
    sound = len(text) - len(text.encode("ascii", "ignore")) - broken
    if sound < _SOUND * broken:
        return None
    lines = tuple(number for number, line in enumerate(text.split("\n"), 1) if "\ufffd" in line)
    reason = f"{sound:,} of its characters beyond ASCII are valid UTF-8, {broken:,} are broken."
    others = tuple(name for name in LEGACY_ENCODINGS if _decodes(raw, name))
    notice = Notice(
        NoticeKind.UNREADABLE,
        f"{rows_text(lines, 'line').capitalize()}: {broken} {'byte is' if broken == 1 else 'bytes are'} "
        "not valid UTF-8 and shown as “\ufffd”.",
        rows=lines,
    )
    return text, _decision("utf-8", reason, Certainty.LIKELY, others), (notice,)


def _decode_legacy(raw: bytes) -> tuple[str, Decision, tuple[Notice, ...]]:
    if b"\0" in raw:
        _refuse_nul(raw.decode("latin-1"))
    guess = guess_encoding(raw)
    if guess is None:
        raise UndecodableError()
    evidence = "It is not UTF-8, and this encoding gives the most plausible text."
    if guess.clear:
        return raw.decode(guess.encoding), _decision(guess.encoding, evidence, Certainty.LIKELY, guess.others), ()
    text = f"The encoding {guess.encoding} is a guess; if letters look wrong, choose another one."
    decision = _decision(guess.encoding, evidence, Certainty.AMBIGUOUS, guess.others)
    return raw.decode(guess.encoding), decision, (Notice(NoticeKind.AMBIGUOUS, text),)


def _decision(chosen: str, evidence: str, certainty: Certainty, others: tuple[str, ...] = ()) -> Decision:
    return Decision(Subject.ENCODING, chosen, evidence, certainty, others)
