"""Eastern names: months, weekdays and quarters in Chinese, Japanese, Korean and Vietnamese, by their numbers."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = {word: number for number, word in enumerate("一二三四五六七八九十", 1)} | {"十一": 11, "十二": 12}
_MONTH: Final = re.compile(r"(0?[1-9]|1[0-2]|十[一二]?|[一二三四五六七八九])(?:月份?|월)")
_THANG: Final = re.compile(r"(?:tháng|thg)\s?(0?[1-9]|1[0-2])")
_THU: Final = re.compile(r"thứ (hai|ba|tư|năm|sáu|bảy|[2-7])|(chủ nhật)")
_THU_DAYS: Final = ("hai", "ba", "tư", "năm", "sáu", "bảy")
_WEEKDAY: Final = re.compile(r"(?:周|週|星期|礼拜)([一二三四五六日天])|([月火水木金土日])曜日?|([월화수목금토일])요일")
_WEEKDAYS: Final = ("一二三四五六日", "月火水木金土日", "월화수목금토일")
_QUARTER: Final = re.compile(r"第?\s?([1-4]|[一二三四])\s?(?:季度|四半期|분기)")


def eastern_month(word: str) -> int | None:
    """1 to 12 for `3月`, `十二月`, `3월` or `tháng 3`; else None."""
    match = _MONTH.fullmatch(word) or _THANG.fullmatch(word)
    return _number(match[1]) if match else None


def eastern_weekday(word: str) -> int | None:
    """1, a Monday, to 7 for `周一`, `月曜日`, `월요일` or `thứ hai`; else None."""
    vietnamese = _THU.fullmatch(word)
    if vietnamese is not None:
        day = vietnamese[1]
        return 7 if day is None else int(day) - 1 if day.isdigit() else _THU_DAYS.index(day) + 1
    match = _WEEKDAY.fullmatch(word)
    if match is None:
        return None
    name = next(filter(None, match.groups()))
    return next((names.index(name) + 1 for names in _WEEKDAYS if name in names), len(_WEEKDAYS[0]))


def eastern_quarter(word: str) -> int | None:
    """1 to 4 for `第一季度` or `1분기`; else None."""
    match = _QUARTER.fullmatch(word)
    return _number(match[1]) if match else None


def _number(written: str) -> int:
    return _NUMBERS.get(written) or int(written)
