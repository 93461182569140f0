"""Back-off: how long to wait before a service that ended by itself is started again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Backoff:
    """Waits that grow with each failure and start afresh after a long enough life."""

    waits_s: Sequence[float] = (0.1, 0.5, 1.0, 2.0, 5.0)
    healthy_after_s: float = 30.0
    _failures: int = field(default=0, init=False)

    def after_life_of(self, lived_s: float) -> float:
        """Seconds to wait now that a life of `lived_s` seconds has ended."""
        if lived_s >= self.healthy_after_s:
            self._failures = 0
        wait = self.waits_s[min(self._failures, len(self.waits_s) - 1)]
        self._failures += 1
        return wait
