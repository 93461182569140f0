"""The data steps as the root is told of them: every op with its fields, written from their own schema."""

from __future__ import annotations

from typing import Any, Final, get_args

from agent_svc.data.steps.chain import Step


def _described() -> str:
    lines = [_line(kind.model_json_schema()) for kind in get_args(Step)]
    head = "Changes the table by one step; the user can take it back. Fields that may be left out stand in brackets."
    return "\n".join([head, *lines])


def _line(schema: dict[str, Any]) -> str:
    fields: dict[str, Any] = schema["properties"]
    shapes: dict[str, Any] = schema.get("$defs", {})
    needed = set(schema.get("required", ()))
    told = [
        f"{name}: {_kind(field, shapes)}" if name in needed else f"[{name}: {_kind(field, shapes)}]"
        for name, field in fields.items()
        if name != "op"
    ]
    return f"- op {fields['op']['const']}: {', '.join(told)}"


def _kind(field: dict[str, Any], shapes: dict[str, Any]) -> str:
    if "$ref" in field:
        shape = shapes[field["$ref"].rpartition("/")[2]]
        return f"{{{', '.join(f'{name}: {_kind(part, shapes)}' for name, part in shape['properties'].items())}}}"
    if "enum" in field:
        return " | ".join(str(value) for value in field["enum"])
    if "const" in field:
        return str(field["const"])
    if "anyOf" in field:
        return " | ".join(_kind(each, shapes) for each in field["anyOf"])
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}), shapes)}"
    return str(field.get("type") or "object")


STEPS: Final = _described()
