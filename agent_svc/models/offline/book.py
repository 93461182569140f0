"""The book: every request that the offline provider knows; of two that fit equally well the first one holds."""

from __future__ import annotations

from functools import cache
from typing import Final

from agent_svc.models.offline import (
    amounts,
    colors,
    columns,
    looks,
    marks,
    number_formats,
    order,
    past,
    scales,
    settings,
    shares,
    sizes,
    texts,
    views,
)
from agent_svc.models.offline.matcher import Matcher
from agent_svc.models.offline.request import Request
from agent_svc.models.offline.vocabulary import VOCABULARIES

REQUESTS: Final[tuple[Request, ...]] = (
    *past.REQUESTS,
    *views.REQUESTS,
    *scales.REQUESTS,
    *order.REQUESTS,
    *amounts.REQUESTS,
    *shares.REQUESTS,
    *looks.REQUESTS,
    *number_formats.REQUESTS,
    *colors.REQUESTS,
    *sizes.REQUESTS,
    *marks.REQUESTS,
    *columns.REQUESTS,
    *texts.REQUESTS,
    *settings.REQUESTS,
)


@cache
def matcher() -> Matcher[Request]:
    """All phrases of the book; built when the first message comes."""
    return Matcher([(request, phrase) for request in REQUESTS for phrase in request.phrases], VOCABULARIES)
