"""The bundle: one reaction to one version, as the files of a case folder."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_svc.evals.case import CASE_FILE, DATA_FILE, Case, Expectation
from agent_svc.sessions.version import Version

FEEDBACK_FILE: Final = "feedback.json"
MAX_DATA_BYTES: Final = 200 * 1024  # what a case may paste
_ID_DIGITS: Final = 20


class Reaction(StrEnum):
    """What a user thinks of a plot; the closed set."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A reaction and the words that go with it, at most 2,000 characters; may be empty."""

    reaction: Reaction
    text: str = ""


def bundle_id(session_id: str, number: int) -> str:
    """The name of the bundle of a version: a hash, so that it names nobody, and the same for a second thought."""
    return "feedback-" + hashlib.sha256(f"{session_id}/{number}".encode()).hexdigest()[:_ID_DIGITS]


def bundle(name: str, feedback: Feedback, version: Version, data: bytes | None, at: str) -> dict[str, bytes]:
    """The files by name: feedback.json, and with `data` (the version's data.csv) a case that can be run again.

    Without the data nothing of it is kept, and neither are the columns' names nor the options, which may quote it. A
    table of more than `MAX_DATA_BYTES` is cut after the last whole line that fits. `at`: when, as ISO 8601.
    """
    kept, cut = (None, False) if data is None else _cut(data)
    about = {
        "reaction": feedback.reaction.value,
        "text": feedback.text,
        "at": at,
        "chart": version.chart_id,
        "library": version.library,
        "theme": version.theme.value,
        "status": version.status.value,
        "reason": None if version.reason is None else version.reason.value,
        "gates": sorted({remark.gate for remark in version.remarks}),
        "data": "none" if kept is None else "cut" if cut else "whole",
    }
    files = {FEEDBACK_FILE: _json(about)}
    if kept is not None:
        held = _case(name, feedback.reaction, version).model_dump(mode="json", exclude_defaults=True)
        files |= {CASE_FILE: _json(held), DATA_FILE: kept}
    return files


def _case(name: str, reaction: Reaction, version: Version) -> Case:
    # What people like must stay as it is; what they do not like should have come out well.
    expected = version.status.value if reaction is Reaction.UP else "ok"
    return Case.model_validate(
        {
            "id": name,
            "chart": version.chart_id,
            "library": version.library,
            "theme": version.theme.value,
            "bindings": version.bindings,
            "options": version.options,
            "expect": Expectation.model_validate({"status": expected}),
        }
    )


def _cut(data: bytes) -> tuple[bytes, bool]:
    if len(data) <= MAX_DATA_BYTES:
        return data, False
    end = data.rfind(b"\n", 0, MAX_DATA_BYTES) + 1
    return data[:end], True


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
