"""The words for a difference: which mark is not as the data says, and what the data gives."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agent_svc.gates.readback.rows import Difference, Key

_MANY: dict[str, str] = {"box": "boxes"}
_SHOWN_CHARACTERS = 40


class Words:
    """Sentences about marks that are called `noun`, told apart by named and measured channels."""

    def __init__(self, noun: str, named: Sequence[str], measured: Sequence[str], dates: frozenset[str]) -> None:
        self._noun = noun
        self._named = tuple(named)
        self._measured = tuple(measured)
        self._dates = dates | ({"start", "end", "low", "high"} if "value" in dates and "start" in measured else set())

    def sentence(self, difference: Difference, series: str = "") -> str:
        """“The bar of “Süd” is 43; the data gives 34.”"""
        wanted, drawn = difference.wanted, difference.drawn
        if drawn is None:
            assert wanted is not None
            return (
                f"The {self._noun}{self._of(wanted, series)} that the data gives is not drawn: {self._amount(wanted)}."
            )
        if wanted is None:
            where = self._of(drawn, series)
            return f"The data gives no {self._noun}{where} that is {self._amount(drawn)}, but it is drawn."
        return (
            f"The {self._noun}{self._of(drawn, series)} is {self._amount(drawn)}; "
            f"the data gives {self._amount(wanted)}{self._elsewhere(wanted, drawn)}."
        )

    def counts(self, drawn: int, wanted: int) -> str:
        """How many there are, and should be."""
        return f"{drawn:,} {self._many} are drawn; the data gives {wanted:,}."

    def unlisted(self, count: int) -> str:
        """Something is wrong among more marks than are listed."""
        return f"Some of the {count:,} {self._many} are not those that the data gives."

    def totals(self, drawn: float, wanted: float) -> str:
        """The sums differ."""
        return f"The {self._many} add up to {number(drawn)}; the data gives {number(wanted)}."

    def ends(self, channel: str, drawn: float, wanted: float) -> str:
        """The outermost values differ."""
        shown, given = self._value(channel, drawn), self._value(channel, wanted)
        return f"The {self._many} reach to {shown}; the data reaches to {given}."

    @property
    def _many(self) -> str:
        return _MANY.get(self._noun, f"{self._noun}s")

    def _of(self, row: tuple[Key, tuple[float, ...]], series: str) -> str:
        names = [f"“{_cut(name)}”" for name in row[0] if name is not None]
        numbers = dict(zip(self._measured, row[1], strict=True))
        places = [self._value(channel, numbers[channel]) for channel in ("place", "across") if channel in numbers]
        if "start" in numbers:
            places = [f"{self._value('start', numbers['start'])} to {self._value('end', numbers['end'])}"]
        text = f" of {' and '.join(names)}" if names else ""
        text += f" at {' and '.join(places)}" if places else ""
        return text + (f" in “{_cut(series)}”" if series else "")

    def _amount(self, row: tuple[Key, tuple[float, ...]]) -> str:
        numbers = dict(zip(self._measured, row[1], strict=True))
        if "low" in numbers and "high" in numbers:
            low, high = numbers["low"], numbers["high"]
            if low == 0 or high == 0:
                return self._value("high", high or low)
            return f"{self._value('low', low)} to {self._value('high', high)}"
        shown = [channel for channel in ("value", "size", "dx", "dy") if channel in numbers]
        return ", ".join(self._value(channel, numbers[channel]) for channel in shown) or "there"

    def _elsewhere(self, wanted: tuple[Key, tuple[float, ...]], drawn: tuple[Key, tuple[float, ...]]) -> str:
        there = self._of(wanted, "")
        return there if there and there != self._of(drawn, "") and "at" in there else ""

    def _value(self, channel: str, value: float) -> str:
        return date(value) if channel in self._dates else number(value)


def number(value: float) -> str:
    """A number in at most six digits, as people write it."""
    return f"{value:,.6g}".replace("-", "−", 1) if abs(value) < 1e15 else f"{value:.6g}"


def date(days: float) -> str:
    """The moment that is `days` after 1970-01-01, without a time of day when it is midnight."""
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=round(days, 8))
    except OverflowError:
        return number(days)
    text = moment.replace(tzinfo=None).isoformat(sep=" ", timespec="seconds")
    return text.removesuffix(" 00:00:00")


def _cut(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= _SHOWN_CHARACTERS else name[: _SHOWN_CHARACTERS - 1] + "…"
