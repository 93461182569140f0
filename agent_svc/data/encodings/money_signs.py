"""Money signs: `\\1,200` of encodings that have the sign of Japan's or Korea's money in the place of the backslash."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from agent_svc.data.report import Notice, NoticeKind

_SIGNS: Final = MappingProxyType({"shift_jis": "¥", "cp932": "¥", "euc_kr": "₩", "cp949": "₩"})
_AMOUNT: Final = re.compile(r"(?<![^\s,;|\"'(+−-])\\(?=[0-9])")  # not within `C:\\2024`


def with_money_signs(text: str, encoding: str) -> tuple[str, tuple[Notice, ...]]:
    """`text` with the sign of money for a backslash in front of an amount, told; as it is in other encodings."""
    sign = _SIGNS.get(encoding)
    if sign is None or "\\" not in text:
        return text, ()
    shown, count = _AMOUNT.subn(sign, text)
    told = f"“\\” in front of {count:,} amounts is read as “{sign}”, which {encoding} has in its place."
    return shown, (Notice(NoticeKind.CONVERTED, told),) if count else ()
