"""The model call: what is asked of a language model, and what it answers, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Json = Mapping[str, object]


class Purpose(StrEnum):
    """Who calls: it decides the model, how often a call is tried, and what is counted."""

    ROOT = "root"  #: reads the user's words and chooses tools
    ADAPTER = "adapter"  #: edits code
    REVIEWER = "reviewer"  #: looks at a picture
    SCOPE_JUDGE = "scope_judge"  #: is this message about plotting?
    DATASET_JUDGE = "dataset_judge"  #: may this data be plotted?

    @property
    def is_judge(self) -> bool:
        """Judges are tried once: whoever waits for one waits with the user."""
        return self in (Purpose.SCOPE_JUDGE, Purpose.DATASET_JUDGE)


@dataclass(frozen=True, slots=True)
class SystemBlock:
    """A piece of the system prompt; `cached`: everything up to its end stays the same from call to call."""

    text: str
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a message."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG that the model looks at."""

    png: bytes


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model wants a tool; `arguments` is None when what it wrote is no JSON object. Nothing here is checked."""

    call_id: str
    name: str
    arguments: Json | None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered."""

    call_id: str
    text: str
    is_error: bool = False


Part = Text | Image | ToolCall | ToolResult


class Role(StrEnum):
    """Whose message it is."""

    USER = "user"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation with the model."""

    role: Role
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may ask for; `schema` is the JSON schema of its arguments."""

    name: str
    description: str
    schema: Json


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model. `forced_tool` names the tool that it must answer with; empty: it may choose."""

    purpose: Purpose
    system: tuple[SystemBlock, ...]
    messages: tuple[Message, ...]
    max_output_tokens: int
    tools: tuple[Tool, ...] = ()
    forced_tool: str = ""
    timeout_s: float = 60.0  #: of one try


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of one or several calls, as the provider counts them."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )

    @property
    def total(self) -> int:
        """All tokens, whatever they weigh."""
        return self.input + self.output + self.cache_read + self.cache_write


class StopReason(StrEnum):
    """Why the model stopped."""

    END = "end"
    TOOL = "tool"
    LENGTH = "length"  #: at `max_output_tokens`: what it wrote is cut off
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What the model answered, and what that cost, tries that came to nothing included."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    stop: StopReason = StopReason.END
    usage: Usage = field(default_factory=Usage)
    model: str = ""
