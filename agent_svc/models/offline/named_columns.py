"""The named columns: which of the table's columns the words of a request are the names of."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from agent_svc.data.column import Column
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Heard, UnfitError, UnmatchedError
from agent_svc.models.offline.tokens import plain_word, unquoted

_LIST: Final = re.compile(r"\s*(?:,|&|\+|\band\b|\bund\b|\bsowie\b)\s*", re.IGNORECASE)
_LEAST_LIKE: Final = 0.6
_QUOTED: Final = 60  # characters of a name that there is not


def named_columns(heard: Heard, slot: str, scene: Scene) -> tuple[Column, ...]:
    """The columns that were named. Raises UnfitError for one that there is not, UnmatchedError for no list of names."""
    raw = heard.raw(slot)
    one = _column(unquoted(raw), scene)
    if one is not None:
        return (one,)
    names = [unquoted(part) for part in _LIST.split(raw) if part.strip()]
    found = tuple(column for name in names if (column := _column(name, scene)) is not None)
    if len(found) == len(names) and found:
        return found
    most_words = max((len(column.name.split()) for column in scene.columns), default=1) + (len(names) == 1)
    if (len(names) != 1 and not found) or any(
        len(name.split()) > most_words or {":", "="} & set(name) for name in names
    ):
        raise UnmatchedError  # these are words of another request
    if not scene.columns:
        raise UnfitError("there is no table yet; paste one", "es gibt noch keine Tabelle; fügen Sie eine ein")
    unknown = next(name for name in names if _column(name, scene) is None)
    known = {column.name.casefold(): column.name for column in scene.columns}
    near = get_close_matches(unknown.casefold()[:80], known, 1, _LEAST_LIKE)
    quoted = unknown if len(unknown) <= _QUOTED else f"{unknown[: _QUOTED - 1]}…"
    english, german = f"there is no column “{quoted}”", f"eine Spalte „{quoted}“ gibt es nicht"
    if near:
        english += f"; the nearest is “{known[near[0]]}”"
        german += f"; am ähnlichsten ist „{known[near[0]]}“"
    raise UnfitError(english, german)


def _column(name: str, scene: Scene) -> Column | None:
    asked = plain_word(" ".join(name.split()))
    asked = re.sub(r"^(?:the|die|den|das|der|column|spalte) ", "", asked)
    return next(
        (one for one in scene.columns if asked in (plain_word(one.name), plain_word(one.header)) and asked), None
    )


def both_lists(heard: Heard, scene: Scene) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """What `named_columns` says of the two lists; that one is no list of names comes before what is wrong in it."""
    found: list[tuple[Column, ...]] = []
    unfit: UnfitError | None = None
    for slot in ("upper", "lower"):
        try:
            found.append(named_columns(heard, slot, scene))
        except UnfitError as error:
            unfit = unfit or error
    if unfit is not None:
        raise unfit
    upper, lower = found
    return upper, lower
