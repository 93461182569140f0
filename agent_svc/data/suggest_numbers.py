"""Charts of nothing but numbers: how one is spread, and how several go together."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.data.suggest_candidate import Candidate
from agent_svc.data.suggest_facts import Facts


def of_numbers(facts: Facts) -> Iterator[Candidate]:
    """How numbers are spread and go together; nothing beside texts or dates, or where they do not differ."""
    if facts.dates or facts.texts:
        return
    numbers = [column for column in facts.measures if column.unique > 1 and not facts.counts_years(column)]
    if len(numbers) == 1:
        yield Candidate(86, "histogram", f"How the values of “{numbers[0].name}” are spread.")
        yield Candidate(75, "density", f"The shape of “{numbers[0].name}”.")
        yield Candidate(72, "ecdf", f"Which share of “{numbers[0].name}” is below a value.")
        yield Candidate(60, "qq", f"Whether “{numbers[0].name}” is normally distributed.")
    elif numbers:
        first, second = numbers[0].name, numbers[1].name
        if len(numbers) == 2 and facts.rows > 2_000:
            yield Candidate(88, "hexbin", f"{facts.rows:,} points of “{first}” and “{second}”: cells show how many.")
            yield Candidate(80, "density-2d", f"Where the points of “{first}” and “{second}” are dense.")
        if len(numbers) >= 3 and facts.is_grid:
            yield Candidate(89, "contour", f"“{numbers[2].name}” on a grid of “{first}” and “{second}”.")
        if len(numbers) >= 4:
            yield Candidate(87, "correlation", f"How {len(numbers)} measures go together.")
            yield Candidate(84, "pair", f"{len(numbers)} measures against one another.")
            yield Candidate(82, "parallel-coordinates", f"{len(numbers)} measures of each row.")
        if len(numbers) == 3:
            yield Candidate(86, "bubble", f"“{second}” against “{first}”, sized by “{numbers[2].name}”.")
        yield Candidate(85, "scatter", f"“{second}” against “{first}”.")
        yield Candidate(76, "regression", f"How “{second}” depends on “{first}”.")
