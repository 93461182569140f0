"""What stands in the address of a request: ids, version numbers, and query values."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request

from gateway.errors import InvalidRequest, NotFound
from gateway.sse import resume_point
from plotlane_kit.errors import Violation

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
FILE_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,40}\.(?:png|svg|py|csv|zip)")
LAST_VERSION: Final = 999


def path_id(request: Request, name: str) -> str:
    """The id at `{name}` of the path. Raises NotFound for what cannot be an id."""
    value = str(request.path_params[name])
    if not ID.fullmatch(value):
        raise NotFound
    return value


def file_name(request: Request) -> str:
    """The name of a file of a version. Raises NotFound for what cannot be one."""
    value = str(request.path_params["name"])
    if not FILE_NAME.fullmatch(value):
        raise NotFound
    return value


def path_version(request: Request) -> int:
    """The version number in the path, 0 (the latest) to 999. Raises NotFound."""
    number = _version(str(request.path_params["version"]))
    if number is None:
        raise NotFound
    return number


def query_version(request: Request) -> int:
    """`?v=`, 0 to 999; 0, the latest, when it is not given. Raises InvalidRequest."""
    number = _version(request.query_params.get("v", "0"))
    if number is None:
        raise InvalidRequest(violations=[Violation("v", f"a whole number from 0 to {LAST_VERSION}")])
    return number


def query_text(request: Request, name: str) -> str:
    """The query value `name`. Raises InvalidRequest when it is missing or longer than an id."""
    value = request.query_params.get(name, "")
    if not 1 <= len(value) <= 128:
        raise InvalidRequest(violations=[Violation(name, "required: a text of 1 to 128 characters")])
    return value


def after_event(request: Request) -> int:
    """The event to resume after: the header `Last-Event-ID`, else `?after=`, else 0. Raises InvalidRequest.

    The header wins: a reader that comes back by itself sends it with the address that it began with.
    """
    header = request.headers.get("last-event-id")
    text = header if header is not None else request.query_params.get("after", "0")
    number = resume_point(text or "0")
    if number is None:
        field = "Last-Event-ID" if header is not None else "after"
        raise InvalidRequest(violations=[Violation(field, "the id of an event of this turn, such as 7")])
    return number


def _version(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        return None
    return int(text)
