"""Legacy encodings: which of the encodings before Unicode turns bytes into the most plausible text."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.data.encodings.legacy_scores import SCORES
from agent_svc.data.encodings.lone_letters import lone_encoding
from agent_svc.data.encodings.rare_encodings import rate_rare
from agent_svc.data.reading import LEGACY_ENCODINGS, RARE_ENCODINGS

_SAMPLE_BYTES = 64 * 1024  # of the lines with bytes above 127
_COMMONEST = "cp1252"
_IMPLAUSIBLE = 0.0  # most letters stand where no language has them
_CLEAR_SCORE = 0.5
_CLEAR_LEAD = 0.2


@dataclass(frozen=True, slots=True)
class Guess:
    """The most plausible encoding, whether it leads clearly, and the others that give another plausible text."""

    encoding: str
    clear: bool
    others: tuple[str, ...]


def guess_encoding(raw: bytes) -> Guess | None:
    """The encoding of bytes that are not Unicode, or None where no known one decodes them.

    A rare one is never clear.
    """
    sample = _sample(raw)
    rare = {one: text for one in RARE_ENCODINGS if (text := _decoded(raw, sample, one)) is not None}
    rates = {one: rate for one, text in rare.items() if (rate := rate_rare(text, one)) > 0}
    common = _guess_common(raw, sample)
    if common is None:
        ranked = sorted(rates, key=rates.__getitem__, reverse=True) or list(rare)
        return Guess(ranked[0], False, tuple(ranked[1:])) if ranked else None
    guess, score, text = common
    lone = lone_encoding(text, raw[:_SAMPLE_BYTES].decode("ascii", "ignore")) if guess.encoding == "cp1250" else None
    if lone is not None:
        rest = dict.fromkeys(["cp1254", "cp1250", _COMMONEST, *guess.others])
        return Guess(lone, False, tuple(one for one in rest if one != lone and _decoded(raw, sample, one) is not None))
    others = tuple(one for one in rates if rare[one] != text)
    best = max(others, key=rates.__getitem__, default=None)
    if best is None or rates[best] <= max(score, rate_rare(text, guess.encoding)):
        return Guess(guess.encoding, guess.clear, (*guess.others, *others))
    rest = dict.fromkeys([guess.encoding, *guess.others, *others])
    if _decoded(raw, sample, _COMMONEST) not in (None, rare[best]):
        rest[_COMMONEST] = None  # whatever speaks against it: most files that are no Unicode are in it
    return Guess(best, False, tuple(one for one in rest if one != best))


def _guess_common(raw: bytes, sample: bytes) -> tuple[Guess, float, str] | None:
    """The most plausible of `LEGACY_ENCODINGS` with its score and what the sample is in it."""
    texts = {name: text for name in LEGACY_ENCODINGS if (text := _decoded(raw, sample, name)) is not None}
    scores = {name: SCORES[name](text) for name, text in texts.items()}
    if not scores:
        return None
    best = max(scores, key=lambda name: scores[name])  # max keeps the first of equals, and so the commonest
    rivals = [scores[name] for name, text in texts.items() if text != texts[best]]
    lead = scores[best] - max(rivals, default=0.0)
    clear = scores[best] >= _CLEAR_SCORE and lead >= _CLEAR_LEAD
    different = [name for name, text in texts.items() if text != texts[best]]
    plausible = [name for name in different if scores[name] > _IMPLAUSIBLE]
    return Guess(best, clear, tuple(plausible if clear else plausible or different)), scores[best], texts[best]


def _sample(raw: bytes) -> bytes:
    """The first lines that hold bytes above 127; single bytes of ASCII say nothing."""
    lines: list[bytes] = []
    size = 0
    for line in raw.split(b"\n"):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _SAMPLE_BYTES:
                break
    return b"\n".join(lines)


def _decoded(raw: bytes, sample: bytes, encoding: str) -> str | None:
    try:
        raw.decode(encoding)
        return sample.decode(encoding)
    except UnicodeDecodeError:
        return None
