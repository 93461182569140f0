"""Wrapping: what chats and mails put around a table, code fences and marks of quotation."""

from __future__ import annotations

import re

from agent_svc.data.report import Notice, NoticeKind

_FENCE = re.compile(r"[ \t]*(?:```|~~~)[ \t]*[\w+-]*[ \t]*")
_FENCES = ("```", "~~~")
_QUOTED = re.compile(r"> ?")


def unwrapped(text: str) -> tuple[str, tuple[Notice, ...]]:
    """`text` without marks of quotation before all its lines, and with blank lines for code fences; and what was done.

    The numbers of lines stay.
    """
    notices: list[Notice] = []
    fenced = any(mark[0] in text and mark in text for mark in _FENCES)  # one character is found at once
    if not fenced and not text.startswith(">"):
        return text, ()
    lines = text.split("\n")
    if text.startswith(">") and all(line.startswith(">") for line in lines if line.strip()):
        lines = [_QUOTED.sub("", line, count=1) for line in lines]
        notices.append(
            Notice(NoticeKind.STRIPPED, "A “>” stood before every line, as in quoted mails; it is taken off.")
        )
    if fenced:
        fences = [number for number, line in enumerate(lines) if _FENCE.fullmatch(line)]
        for number in fences:
            lines[number] = ""
        if fences:
            notices.append(Notice(NoticeKind.STRIPPED, "The fences of a code block around the table are taken off."))
    return ("\n".join(lines), tuple(notices)) if notices else (text, ())
