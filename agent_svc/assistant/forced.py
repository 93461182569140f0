"""The forced answer: a model that must answer with one tool, whose arguments are checked."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent_svc.models.call import ModelReply, Tool
from plotlane_kit.errors import PlotlaneError, Reason

A = TypeVar("A", bound=BaseModel)


class UnusableAnswerError(PlotlaneError):
    """The language model gave no answer that can be used; try again, in other words."""

    reason = Reason.UPSTREAM


def tool_of(name: str, description: str, arguments: type[BaseModel]) -> Tool:
    """The tool that takes `arguments`."""
    return Tool(name, description, schema_of(arguments))


def schema_of(arguments: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of `arguments`."""
    return arguments.model_json_schema()


def answer_of(reply: ModelReply, name: str, arguments: type[A]) -> A:
    """What the model answered with the tool `name`. Raises `UnusableAnswerError` for anything else."""
    for call in reply.tool_calls:
        if call.name == name and call.arguments is not None:
            try:
                return arguments.model_validate(call.arguments)
            except ValidationError as error:
                raise UnusableAnswerError from error
    raise UnusableAnswerError
