"""Write the reference pages that are made from code: errors, settings, requests, charts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel
from pydantic_settings import BaseSettings

from agent_svc.catalogue import load_catalogue
from agent_svc.catalogue import page as charts
from agent_svc.models.offline.page import page
from agent_svc.settings import AgentSettings
from gateway.settings import GatewaySettings
from plotlane_kit.callers.settings import CallerSettings
from plotlane_kit.errors import CLIENT_DOES, REFUSALS, TABLE
from renderer_svc.settings import RendererSettings
from scheduler_svc.settings import SchedulerSettings

SETTINGS: tuple[type[BaseSettings], ...] = (
    SchedulerSettings,
    AgentSettings,
    RendererSettings,
    GatewaySettings,
    CallerSettings,
)
THUMBNAILS = Path(__file__).resolve().parents[1] / "docs" / "images" / "charts"
NOTE = "<!-- Made by `make docs`; edit the code instead. -->\n\n"


def errors_page() -> str:
    """The one table of reasons."""
    lines = [
        "# Errors\n",
        NOTE.rstrip(),
        "",
        '“Could not run” is a gRPC status with `ErrorInfo{reason, domain: "plotlane"}`; before a stream it is an HTTP',
        "answer, inside one an SSE `error` (or `refusal`) event. “Ran and failed” is a normal answer with an outcome.",
        "A status without our domain is transport and may be retried.\n",
        "| reason | gRPC | HTTP | SSE | | what a client does |",
        "|---|---|---|---|---|---|",
    ]
    for reason, row in TABLE.items():
        notes = [word for word, there in (("Retry-After", row.retry_after), ("refusal", reason in REFUSALS)) if there]
        wires = f"{row.status.value} | {row.http} | `{row.sse}`"
        lines.append(f"| {reason.value} | {wires} | {', '.join(notes)} | {CLIENT_DOES[reason]} |")
    return "\n".join(lines) + "\n"


def settings_page() -> str:
    """Every variable of every service."""
    parts = ["# Settings\n", NOTE.rstrip(), "", "Read once, at start; a wrong one stops the service and is named.\n"]
    for cls in SETTINGS:
        prefix = str(cls.model_config.get("env_prefix", ""))
        parts += [f"## {prefix}*\n", "| variable | default | meaning |", "|---|---|---|", *rows(cls, prefix), ""]
    return "\n".join(parts)


def rows(cls: type[BaseModel], prefix: str) -> Iterator[str]:
    """One row a variable; a nested model's fields are joined to its name by two underscores."""
    for name, field in cls.model_fields.items():
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        if isinstance(default, BaseSettings):  # it has a section of its own
            continue
        if isinstance(default, BaseModel):
            yield from rows(type(default), f"{prefix}{name.upper()}__")
            continue
        word = "required" if field.is_required() else shown(default)
        if field.default_factory is not None and not isinstance(default, Path):
            word = "per machine"
        yield f"| `{prefix}{name.upper()}` | {word} | {field.description or ''} |"


def shown(default: object) -> str:
    """A default as a reader would type it."""
    if default is None or default == "" or default == ():
        return "unset"
    if isinstance(default, StrEnum):
        return f"`{default.value}`"
    if isinstance(default, Path):
        return f"`{default.name}`"
    return f"`{default}`"


def charts_page() -> str:
    """Every chart, with the picture that `make thumbnails` has drawn of it."""
    drawn = {path.stem for path in THUMBNAILS.glob("*.webp")}
    return charts.page(load_catalogue(), drawn, NOTE)


def main(folder: Path) -> None:
    (folder / "errors.md").write_text(errors_page())
    (folder / "settings.md").write_text(settings_page())
    (folder / "requests.md").write_text(page())
    (folder / "charts.md").write_text(charts_page())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the reference pages that are made from code.")
    parser.add_argument("folder", type=Path, help="where they are written to")
    main(parser.parse_args().folder)
