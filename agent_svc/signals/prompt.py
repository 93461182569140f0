"""The prompt: one thing that a handler wants done in one session, checked before anything is made of it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent_svc.data.limits import PASTE
from agent_svc.sessions.transcript import MAX_CHARACTERS
from agent_svc.signals.refusal import InvalidSignalError
from plotlane_kit.errors import Violation

MAX_PROMPTS: Final = 32  #: of one signal
MAX_RESOURCES: Final = 15  #: of one prompt; its session is one lock more
MAX_CONTEXT_BYTES: Final = 4 * 1024
_TAG: Final = re.compile(r"[0-9a-f]{32}")
_RESOURCE: Final = re.compile(r"[A-Za-z0-9_.:-]{1,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What is to be done: `data`, if any, is read first, then `text` is answered, or the chart drawn without one.

    It becomes one run, which locks its session and `resources`, and waits for whatever is in its way.
    """

    session: str | None = None  #: of the signal's owner; None: a fresh one
    text: str = ""  #: as its owner would write it, at most 2,000 characters; empty: as the button “Create plot”
    data: str = field(default="", repr=False)  #: a table as it would be pasted, read as the session's last one was
    usage_limit: int | None = None  #: weighted model tokens that the run may use; None: what a turn may
    context: bytes = b""  #: what `ResolveRunTag` gives back to whom the run calls, at most 4 KiB
    resources: tuple[str, ...] = ()  #: names that no two runs hold at once, whosever they are
    tag: str = ""  #: 32 hex digits that stand in `text` too, see `new_tag`; empty: the scheduler draws one
    like: str = ""  #: of a fresh session: the owner's session whose chart, columns and options it takes over
    chart: str = ""  #: of a fresh session that is like no other: its chart
    library: str = ""  #: of a fresh session: what draws it; empty: that of the other one, or matplotlib


def new_tag() -> str:
    """A tag that nobody can guess, to be put into a prompt's text as well as into its `tag`."""
    return secrets.token_hex(16)


def checked(prompts: object) -> tuple[Prompt, ...]:
    """What a handler returned, when it is prompts that can be. Raises `InvalidSignalError` with all that is wrong."""
    if not isinstance(prompts, Sequence) or isinstance(prompts, str | bytes) or len(prompts) > MAX_PROMPTS:
        raise InvalidSignalError(f"Its handler has to return a list of at most {MAX_PROMPTS} prompts.")
    wrong = [
        Violation(f"prompts[{index}].{field}" if field else f"prompts[{index}]", message)
        for index, prompt in enumerate(prompts)
        for field, message in _wrong_with(prompt)
    ]
    tags = [prompt.tag for prompt in prompts if isinstance(prompt, Prompt) and prompt.tag]
    if len(set(tags)) < len(tags):
        wrong.append(Violation("prompts", "each takes a tag of its own"))
    if wrong:
        said = "; ".join(f"{each.field} {each.message}" for each in wrong[:5])
        raise InvalidSignalError(f"Its handler returned prompts that cannot be: {said}.", violations=wrong)
    return tuple(prompts)


def _wrong_with(prompt: object) -> Iterator[tuple[str, str]]:
    if not isinstance(prompt, Prompt):
        yield "", "is no Prompt"
        return
    texts = ("text", "data", "tag", "like", "chart", "library")
    not_text = [name for name in texts if not isinstance(getattr(prompt, name), str)]
    if not_text or not isinstance(prompt.session, str | None) or not isinstance(prompt.context, bytes):
        yield ", ".join(not_text) or "session, context", "is of another type than it must be"
        return
    if prompt.session is not None and (prompt.like or prompt.chart or prompt.library):
        yield "session", "is one that there is; like, chart and library are for fresh ones"
    if prompt.like and prompt.chart:
        yield "chart", "is the other session's; leave it out beside like"
    if len(prompt.text) > MAX_CHARACTERS:
        yield "text", f"has {len(prompt.text):,} characters; {MAX_CHARACTERS:,} is the most"
    if len(prompt.data) > PASTE.size_bytes:
        yield "data", f"is longer than {PASTE.size_bytes // 1024} KB"
    if len(prompt.context) > MAX_CONTEXT_BYTES:
        yield "context", f"has {len(prompt.context):,} bytes; {MAX_CONTEXT_BYTES:,} is the most"
    if prompt.tag and not _TAG.fullmatch(prompt.tag):
        yield "tag", "takes 32 lower-case hex digits"
    if isinstance(prompt.usage_limit, bool) or not isinstance(prompt.usage_limit, int | None):
        yield "usage_limit", "takes a whole number of weighted tokens"
    elif prompt.usage_limit is not None and prompt.usage_limit < 0:
        yield "usage_limit", "takes no number below 0"
    yield from _wrong_with_resources(prompt.resources)


def _wrong_with_resources(resources: object) -> Iterator[tuple[str, str]]:
    names = resources if isinstance(resources, tuple) else None
    if names is None or not all(isinstance(name, str) and _RESOURCE.fullmatch(name) for name in names):
        yield "resources", "takes a tuple of names of 1 to 128 letters, digits, _ . : or -"
    elif len(names) > MAX_RESOURCES:
        yield "resources", f"takes at most {MAX_RESOURCES} names"
