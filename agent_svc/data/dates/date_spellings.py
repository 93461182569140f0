"""Date spellings: clocks, weekdays and zones as East Asian, French, German and Java writers put them behind a day."""

from __future__ import annotations

import re
from typing import Final

_EASTERN: Final = re.compile("[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]")
_OTHER_DIGITS: Final = re.compile("[٠-٩۰-۹०-९๐-๙]")
_WORTH: Final = re.compile(r"[0-9]\s?h|Uhr|\s(?:um|at|à|@|kl|a las|alle)\b|\[|\s@\s", re.IGNORECASE)
_WIDE: Final = str.maketrans("０１２３４５６７８９／－：．　（），", "0123456789/-:. (),")
_TO_OURS: Final = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९๐๑๒๓๔๕๖๗๘๙", "0123456789" * 4)
_DAY_NAME: Final = (
    r"(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일"
    r"|\([月火水木金土日一二三四五六월화수목금토일]\)"
)
_WEEKDAY: Final = re.compile(rf"\s?(?:\((?:{_DAY_NAME})\)|{_DAY_NAME})\s?")
_HALF: Final = re.compile(r"\s?(?P<half>上午|下午|午前|午後|오전|오후)\s?(?P<clock>[0-9]{1,2}[:时時시][^()]*)")
_AFTERNOON: Final = frozenset({"下午", "午後", "오후"})
_UNITS: Final = re.compile(
    r"(?P<hour>[0-9]{1,2})\s?[时時点點시]\s?(?P<minute>[0-9]{1,2})\s?[分분](?:\s?(?P<second>[0-9]{1,2})\s?[秒초])?"
)
_HOUR: Final = re.compile(
    r"(?<![0-9.,:])(?P<hour>[0-9]{1,2})\s?(?:h\s?|\.(?=[0-9]{2}\s?Uhr))(?P<minute>[0-9]{2})(?:\s?min)?(?![0-9])",
    re.IGNORECASE,
)
_AT: Final = re.compile(r",?\s(?:à|um|at|@|kl\.?|a las|alle)\s(?=[0-9])", re.IGNORECASE)
_PLACE: Final = re.compile(r"\[[A-Za-z]+(?:/[A-Za-z_]+){0,2}\]$")  # of a zone whose offset stands in front
_YEAR_WORD: Final = re.compile(r"(?<=[0-9]{4})\s?(?:г\.?|года|р\.|року)$")
_BEHIND_DAY: Final = re.compile(r"(?<=[日일])\s?(?=[0-9])")


def plainer(value: str) -> str:
    """`value` with a plain clock, `14:05` for `14h05`, `14.05 Uhr` and `14时05分`, and without East Asian weekdays."""
    if not value.isascii() and _EASTERN.search(value):
        value = _eastern(value.translate(_WIDE))
    if not value.isascii() and _OTHER_DIGITS.search(value):
        value = value.translate(_TO_OURS)
    if not value.isascii():
        value = _YEAR_WORD.sub("", value)
    if _WORTH.search(value) is None:
        return value
    value = _PLACE.sub("", value)
    return _HOUR.sub(r"\g<hour>:\g<minute>", _AT.sub(" ", value))


def _eastern(value: str) -> str:
    value = _WEEKDAY.sub(" ", value).strip()
    value = _HALF.sub(_with_half, value)
    value = _UNITS.sub(_with_colons, value)
    return _BEHIND_DAY.sub(" ", value)


def _with_half(match: re.Match[str]) -> str:
    clock = _UNITS.sub(_with_colons, match["clock"])
    return f" {clock} {'PM' if match['half'] in _AFTERNOON else 'AM'}"


def _with_colons(match: re.Match[str]) -> str:
    return ":".join(part.zfill(2) for part in match.groups() if part)
