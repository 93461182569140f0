"""The multipart form: the one file that an upload holds, as browsers and curl send it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from gateway.errors import InvalidRequest
from plotlane_kit.errors import Violation

FIELD: Final = "file"
LONGEST_HEAD: Final = 8 * 1024
_BOUNDARY: Final = re.compile(r"""boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))""", re.IGNORECASE)
_DISPOSITION: Final = re.compile(r"^content-disposition:\s*form-data\s*(;.*)$", re.IGNORECASE | re.MULTILINE)
_PARAMETER: Final = re.compile(r';\s*(name|filename)="((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_EXTENDED: Final = re.compile(r";\s*filename\*=utf-8''([^;\s]+)", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file with the name that its sender gave it."""

    name: str
    data: bytes


def file_in(content_type: str, body: bytes) -> UploadedFile:
    """The file of a form that has one part, `file`. Raises InvalidRequest for any other form."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise _refused("the Content-Type of the form names no boundary")
    delimiter = b"--" + (boundary[1] or boundary[2]).encode("latin-1", "replace")
    start, end = body.find(delimiter + b"\r\n"), body.find(b"\r\n" + delimiter, len(delimiter))
    if start != 0 or end < 0:
        raise _refused("the form is not whole; send it again")
    if body[end + 2 + len(delimiter) :].strip(b"\r\n") != b"--":
        raise _refused(f"the form has several parts; send one, named {FIELD}")
    head, mark, data = body[len(delimiter) + 2 : end + 2].partition(b"\r\n\r\n")
    if not mark or len(head) > LONGEST_HEAD:
        raise _refused("the form has no file")
    return UploadedFile(_file_name(head), data[:-2])


def _file_name(head: bytes) -> str:
    found = _DISPOSITION.search(head.decode("utf-8", "replace").replace("\r\n", "\n"))
    parameters = {name.lower(): value for name, value in _PARAMETER.findall(found[1])} if found else {}
    extended = _EXTENDED.search(found[1]) if found else None
    if parameters.get("name") != FIELD or not ("filename" in parameters or extended):
        raise _refused(f"the form holds no file named {FIELD}, such as curl -F {FIELD}=@table.xlsx sends it")
    if extended:
        return unquote(extended[1])
    return _ESCAPED.sub(r"\1", parameters["filename"]).replace("%22", '"')


def _refused(message: str) -> InvalidRequest:
    return InvalidRequest(violations=[Violation(FIELD, message)])
