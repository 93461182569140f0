"""Model ids: exact ones only, so that a plot can be traced to what drew it."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator

DEFAULT_MODEL: Final = "claude-haiku-5-5"
_SHAPE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.@_-]{2,99}")


def exact(model_id: str) -> str:
    """`model_id` when it names one model for good. Raises ValueError for an alias that may move, and for no id."""
    if not _SHAPE.fullmatch(model_id):
        raise ValueError(f"{model_id[:100]!r} is no model id; give one such as {DEFAULT_MODEL}")
    if model_id.endswith(("-latest", "@latest")):
        raise ValueError(f"{model_id!r} may mean another model tomorrow; give an exact id such as {DEFAULT_MODEL}")
    return model_id


ModelId = Annotated[str, AfterValidator(exact)]
