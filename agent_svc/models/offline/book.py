"""The book: every request that the offline provider knows, in the order in which they are tried."""

from __future__ import annotations

from typing import Final

from agent_svc.models.offline import amounts, looks, scales, settings, texts
from agent_svc.models.offline.request import Request

REQUESTS: Final[tuple[Request, ...]] = (
    *texts.REQUESTS,
    *scales.REQUESTS,
    *amounts.REQUESTS,
    *looks.REQUESTS,
    *settings.REQUESTS,
)
