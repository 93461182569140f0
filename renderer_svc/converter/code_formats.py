"""Code formats: number formats such as `00000`, which show codes with zeros in front that their numbers lack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_FEWEST_DIGITS: Final = 3  # `00` shows hours, days and months as well
_PIECE: Final = re.compile(r'0|[-/ ()]|\\.|"[^"]*"|\[[^\]]*\]')
_UP_TO: Final = re.compile(r"\[<=([0-9]{1,15})\]")


def code_format(code: str) -> str:
    """`code` where it shows whole numbers as codes of a fixed length, with marks and a prefix; an empty text if not.

    Of two forms (`[<=99999]00000;00000-0000`) both have to be codes.
    """
    forms = code.split(";") if _UP_TO.match(code) else code.split(";")[:1]
    return code if all(map(_is_code, forms[:2])) else ""


def as_code(value: float, code: str) -> str | None:
    """`value` as the format shows it: 1067 as 01067; None for what no code is, negative or broken."""
    if value < 0 or value != int(value):
        return None
    forms = code.split(";")
    bound = _UP_TO.match(code)
    form = forms[1] if bound and len(forms) > 1 and value > int(bound[1]) else forms[0]
    pieces = _pieces(form) or []
    places = pieces.count("0")
    digits = f"{int(value):0{places}}"
    surplus = len(digits) - places + 1  # what the first place shows
    shown = iter((digits[:surplus], *digits[surplus:]))
    return "".join(next(shown) if piece == "0" else _literal(piece) for piece in pieces)


def _is_code(form: str) -> bool:
    pieces = _pieces(form)
    if pieces is None or pieces.count("0") < _FEWEST_DIGITS:
        return False
    first = pieces.index("0")
    return not any(c.isalnum() for piece in pieces[first:] if piece != "0" for c in _literal(piece))


def _pieces(form: str) -> Sequence[str] | None:
    """The digits and literals of a format; None where it holds anything else."""
    pieces = _PIECE.findall(form)
    return pieces if sum(map(len, pieces)) == len(form) else None


def _literal(piece: str) -> str:
    if piece.startswith("["):
        return ""
    return piece[1:-1] if piece.startswith('"') else piece.removeprefix("\\")
