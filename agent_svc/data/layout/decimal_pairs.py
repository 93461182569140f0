"""Decimal pairs: `1,5` in every line and nothing else, which is one number or two."""

from __future__ import annotations

import re

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.layout.quoting import Trial, best_quoting
from agent_svc.data.report import Certainty

_DECIMAL = re.compile(r"[-+]?[0-9]+,[0-9]+")
_DECIMAL_ZERO = re.compile(r"[-+]?[0-9]+,0[0-9]+")


def all_decimals(trial: Trial) -> bool:
    """Whether every line is made like a number with a decimal comma."""
    return trial.main == 2 and all(_DECIMAL.fullmatch(",".join(record).strip()) for record in trial.sample)


def decimals_or_pairs(text: str, pairs: Trial, quoting: Quoting | None) -> tuple[Trial, str, Certainty]:
    """How a `text` of such lines, which are `pairs` under a comma, is read, why, and how sure that is."""
    zero = next((",".join(r) for r in pairs.sample if _DECIMAL_ZERO.fullmatch(",".join(r).strip())), None)
    if zero is not None:
        reason = f"Every line could be one number with a decimal comma, and “{zero}” can hardly be two numbers."
        return best_quoting(text, Delimiter.NONE, quoting), reason, Certainty.AMBIGUOUS
    return pairs, "Every line could be two numbers, or one with a decimal comma.", Certainty.AMBIGUOUS
