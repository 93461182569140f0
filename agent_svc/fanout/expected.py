"""The expected times: how long a plot of each library takes, so that the longest is asked for first."""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

MAX_SEEN: Final = 32  # a library; a machine that becomes slower is noticed within so many plots
#: Seconds for one picture in a warm sandbox, measured on two cores with 300 points; what a library starts from here.
_MEASURED_S: Final = {
    "lets-plot": 2.5,
    "bokeh": 0.85,
    "plotnine": 0.63,
    "altair": 0.5,
    "pygal": 0.49,
    "matplotlib": 0.24,
    "plotly": 0.23,
    "seaborn": 0.21,
}
_UNKNOWN_S: Final = 1.0


class ExpectedTimes:
    """Seconds from the start of a run to its end: the median of the last `MAX_SEEN`, before that what was measured."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[float]] = {}

    def saw(self, library: str, seconds: float) -> None:
        """One plot of `library` took so long."""
        self._seen.setdefault(library, deque(maxlen=MAX_SEEN)).append(seconds)

    def of(self, library: str) -> float:
        """How long the next one will take."""
        seen = self._seen.get(library)
        return median(seen) if seen else _MEASURED_S.get(library, _UNKNOWN_S)

    def longest_first(self, libraries: list[str]) -> list[str]:
        """`libraries`, the one that will take longest first: what starts last decides when all have ended."""
        return sorted(libraries, key=lambda library: (-self.of(library), library))
