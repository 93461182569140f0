"""An example: a file, and the plot that shows it; `examples/plots.yaml` lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from agent_svc.evals.case import Bindings, listed
from plotlane_kit.cli.arguments import ArgumentError, read_file


class ExamplesError(Exception):
    """The examples cannot be read; the message names the file and what is wrong in it."""


class _Plot(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    chart: str
    file: str
    bindings: Bindings = Field(default_factory=dict)
    options: Mapping[str, Any] = Field(default_factory=dict)

    @field_validator("bindings", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return listed(value)


@dataclass(frozen=True, slots=True)
class Example:
    """One plot: a chart, its file, and what it is asked for. No bindings: by type and name."""

    chart: str
    file_name: str
    data: bytes
    bindings: Bindings
    options: Mapping[str, Any]


def read_examples(plots: Path) -> list[Example]:
    """The examples of a `plots.yaml`, whose files stand beside it. Raises ExamplesError."""
    try:
        listed_plots: Sequence[_Plot] = TypeAdapter(list[_Plot]).validate_python(
            yaml.safe_load(plots.read_text(encoding="utf-8"))
        )
        return [
            Example(plot.chart, plot.file, read_file(plots.parent / plot.file), plot.bindings, plot.options)
            for plot in listed_plots
        ]
    except OSError as error:
        raise ExamplesError(f"{plots}: {error.strerror}; name a plots.yaml with --plots") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, line['loc']))}: {line['msg']}" for line in error.errors()[:10])
        raise ExamplesError(f"{plots}: {wrong}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ExamplesError(f"{plots}: is no YAML in UTF-8") from error
    except ArgumentError as error:
        raise ExamplesError(str(error)) from error
