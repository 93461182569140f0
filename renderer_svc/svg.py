"""An SVG that may be handed out: parsed, with every element, attribute and reference of it known to be still.

Anything else is a complaint in words. A reference stays within the file, a picture is embedded in it, a link leads to
the web; the names are in `svg_names`. What means one thing as XML and another as part of a web page is refused too.
"""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat

from renderer_svc.svg_names import ATTRIBUTES, ELEMENTS, FOREIGN, TEXTS, XLINK, XML
from renderer_svc.svg_spaces import Spaces

_MOST_DEEP: Final = 256
_MOST_ELEMENTS: Final = 300_000  # what plots in 8 MiB have is below it
_SHOWN: Final = 40  # characters of a name, which the script has chosen

_SVG: Final = "http://www.w3.org/2000/svg"
#: What `metadata` may hold: words about the picture, which no viewer acts upon.
_ABOUT: Final = frozenset(
    {
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "http://creativecommons.org/ns#",
        "http://web.resource.org/cc/",
        "http://purl.org/dc/elements/1.1/",
        "http://purl.org/dc/terms/",
    }
)
_HREFS: Final = ("href", f"{XLINK} href")
_PICTURE: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*")
_WEB: Final = re.compile(r"(?:https?://|mailto:)[!-~]*")
#: Of style sheets and of attributes that are read as one: a reference that leaves the file, and what could hide one.
#: Threat: two parts that may take the same blanks try each way to share them, which takes days for 8 MiB of blanks.
_ELSEWHERE: Final = re.compile(r"""url\((?!["'\s]*+\#)|image-set|src\(|@import|\\""", re.IGNORECASE)


class _Refused(Exception):
    """Why; the message is for the script's author."""


def svg_complaint(data: bytes) -> str | None:
    """What is wrong with `data` as an SVG in UTF-8 that shows the same wherever it is shown; None when nothing is."""
    try:
        data.decode("utf-8")
        _Reader().read(data)
    except UnicodeDecodeError:
        return "it is not UTF-8"
    except expat.ExpatError as error:
        return f"it is no well-formed XML (line {error.lineno})"
    except _Refused as refusal:
        return str(refusal)
    return None


class _Reader:
    """Walks one document; whatever is not on the lists ends the walk."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._elements = 0
        self._style: list[str] = []
        self._spaces = Spaces()
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = parser.SkippedEntityHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        parser.CommentHandler = self._comment
        parser.StartCdataSectionHandler = self._cdata
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        self._parser = parser

    def read(self, data: bytes) -> None:
        """Raises `_Refused`, and expat's own error."""
        self._parser.Parse(data, True)

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
            raise _Refused("it says that it is not UTF-8")

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:  # a name alone is never looked up, and matplotlib writes one
            raise _Refused("it has a document type of its own")

    def _entity(self, *_: object) -> None:
        raise _Refused("it has entities of its own")

    def _instruction(self, target: str, _data: str) -> None:
        raise _Refused(f"it holds the instruction <?{_cut(target)}?>")

    def _comment(self, text: str) -> None:
        if text.startswith((">", "->")):  # which ends a comment in a web page
            raise _Refused("it holds a comment that hides something")

    def _cdata(self) -> None:
        if not self._open or self._open[-1] != "style":
            raise _Refused("it holds CDATA outside of a style sheet")

    def _start(self, raw_name: str, raw_attributes: dict[str, str]) -> None:
        self._elements += 1
        try:
            attributes = self._spaces.enter(raw_attributes)
            space, _, local = self._spaces.element(raw_name).rpartition(" ")
        except ValueError as error:
            raise _Refused(str(error)) from error
        if not self._open and (local != "svg" or space not in ("", _SVG)):
            raise _Refused("it is not an SVG")
        if self._elements > _MOST_ELEMENTS or len(self._open) >= _MOST_DEEP:
            raise _Refused("it has too many elements, or too many within each other")
        if space in _ABOUT and "metadata" in self._open:
            self._open.append("metadata")
            _check_about(attributes)
            return
        if space not in ("", _SVG) or local not in ELEMENTS:
            raise _Refused(f"it holds the element <{_cut(local)}>")
        self._open.append(local)
        for attribute, value in attributes.items():
            _check_attribute(local, attribute, value)

    def _end(self, _name: str) -> None:
        self._spaces.leave()
        if self._open.pop() == "style":
            _check_style("".join(self._style))
            self._style.clear()

    def _text(self, text: str) -> None:
        if self._open[-1] == "style":
            self._style.append(text)


def _check_about(attributes: dict[str, str]) -> None:
    for name in attributes:
        if name.rpartition(" ")[0] not in (*_ABOUT, XML):
            raise _Refused(f"it holds the attribute {_cut(name)}")


def _check_attribute(element: str, name: str, value: str) -> None:
    if name in ATTRIBUTES:
        if "(" in value or "\\" in value:
            _check_style(value)
    elif name in _HREFS:
        _check_reference(element, value)
    elif name not in TEXTS and name not in FOREIGN and not name.startswith(("aria-", "data-")):
        raise _Refused(f"it holds the attribute {_cut(name.rpartition(' ')[2])}")


def _check_reference(element: str, value: str) -> None:
    within = value.startswith("#")
    picture = element == "image" and _PICTURE.fullmatch(value) is not None
    link = element == "a" and _WEB.fullmatch(value) is not None
    if not (within or picture or link):
        raise _Refused(f"its element <{element}> refers to something outside of it")


def _check_style(text: str) -> None:
    if _ELSEWHERE.search(text):
        raise _Refused("its style refers to something outside of it")
    if "<" in text:
        raise _Refused("its style holds elements")


def _cut(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name[:_SHOWN])
