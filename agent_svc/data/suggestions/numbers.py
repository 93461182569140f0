"""Charts of nothing but numbers: how one is spread, and how several go together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from agent_svc.data.bindings.errors import error_columns
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.facts import Facts

_MOST_ERRORS: Final = 60  # bars side by side


def of_numbers(facts: Facts) -> Iterator[Candidate]:
    """How numbers are spread and go together; nothing beside texts or dates, or where they do not differ."""
    if not facts.dates and not facts.texts:
        yield from spread_of(facts)


def spread_of(facts: Facts) -> Iterator[Candidate]:
    """How the measures of all rows are spread and go together, whatever names the rows."""
    numbers = [column for column in facts.measures if column.unique > 1 and not facts.counts_years(column)]
    if error_columns(facts.columns) and len(numbers) <= 2 and facts.rows <= _MOST_ERRORS:
        yield Candidate(93, "errorbar", "“$y” along “$x”, with its error.", tells_roles=True)
    if len(numbers) == 1:
        yield Candidate(86, "histogram", f"How the values of “{numbers[0].name}” are spread.")
        yield Candidate(75, "density", f"The shape of “{numbers[0].name}”.")
        yield Candidate(72, "ecdf", f"Which share of “{numbers[0].name}” is below a value.")
        yield Candidate(60, "qq", f"Whether “{numbers[0].name}” is normally distributed.")
    elif numbers:
        yield from _together(facts, numbers)


def _together(facts: Facts, numbers: Sequence[ColumnProfile]) -> Iterator[Candidate]:
    all_of_them = tuple(number.name for number in numbers)
    if len(numbers) == 2 and facts.rows > 2_000:
        yield Candidate(88, "hexbin", f"{facts.rows:,} points of “$x” and “$y”: cells show how many.", tells_roles=True)
        yield Candidate(80, "density-2d", "Where the points of “$x” and “$y” are dense.", tells_roles=True)
    if len(numbers) >= 3 and facts.is_grid:
        yield Candidate(89, "contour", "“$value” on a grid of “$x” and “$y”.", tells_roles=True)
    if len(numbers) >= 4:
        yield Candidate(87, "correlation", f"How {len(numbers)} measures go together.", counted=all_of_them)
        yield Candidate(84, "pair", f"{len(numbers)} measures against one another.", counted=all_of_them)
        yield Candidate(82, "parallel-coordinates", f"{len(numbers)} measures of each row.", counted=all_of_them)
    if len(numbers) == 3:
        yield Candidate(86, "bubble", "“$y” against “$x”, sized by “$size”.", tells_roles=True)
    yield Candidate(85, "scatter", "“$y” against “$x”.", tells_roles=True)
    yield Candidate(76, "regression", "How “$y” depends on “$x”.", tells_roles=True)
