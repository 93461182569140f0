"""Encoding: which one turns a file's bytes into letters."""

from __future__ import annotations

import codecs

from agent_svc.data.encodings.binary import refuse_nul
from agent_svc.data.encodings.legacy import guess_encoding
from agent_svc.data.errors import UndecodableError
from agent_svc.data.reading import LEGACY_ENCODINGS
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BARE_UTF_16 = 0.2  # share of zero bytes from which text may be UTF-16 without a mark
_BARE_ZEROS = 4  # so many of them at least
_SOUND = 3  # so many valid characters of UTF-8 for each broken one, and it is UTF-8 all the same


def decode_bytes(raw: bytes, forced: str | None) -> tuple[str, Decision, tuple[Notice, ...]]:
    """The text of `raw`, the decision on its encoding, and what was broken or guessed; `forced` is the user's choice.

    Errors: UndecodableError, NulCharacterError.
    """
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
    guess = guess_encoding(raw)
    likely = (guess.encoding, *guess.others) if guess else ()
    others = ["utf-8"] * bool(nearly or _decodes(raw, "utf-8")) + list(likely)
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
        refuse_nul(raw.decode("latin-1"))
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
