"""`python -m agent_svc.foreign`: look through a foreign catalogue, and say what of it can be drawn, and why not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from agent_svc.catalogue import load_catalogue
from agent_svc.evals.tables import console
from agent_svc.foreign.folder import ForeignFolderError, passed_over
from agent_svc.foreign.mount import Examined, Swept, sweep
from agent_svc.foreign.readiness import WORDS, State, state_of

_TOLD: Final = 10  # what is passed over, named without --each

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def catalogue() -> None:
    """Foreign catalogues: charts that were written elsewhere."""


@app.command()
def check(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="<spec>/specification.md, implementations/<language>/<library>.<ext>.")
    ],
    each: Annotated[bool, typer.Option("--each", help="Also print every script.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the sweep as JSON.")] = False,
) -> None:
    """Sweep DIR: how many scripts are clean, coupled to their own data, or blocked, and by what. Nothing of it runs."""
    try:
        swept = sweep(folder, load_catalogue().theme_blocks)
        told = passed_over(folder)
    except (ForeignFolderError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps([_line(spec, script) for spec in swept for script in spec.scripts], indent=1))
    else:
        _print(swept, each=each)
    for line in told[: None if each else _TOLD]:
        typer.echo(f"passed over: {line}.", err=as_json)
    if len(told) > _TOLD and not each:
        typer.echo(f"passed over: {len(told) - _TOLD:,} more, which --each names.", err=as_json)


def _line(spec: Swept, script: Examined) -> dict[str, object]:
    readiness = script.readiness
    return {
        "spec": spec.spec.spec_id,
        "language": script.script.language,
        "library": script.script.library,
        "state": readiness.state.value,
        "reasons": [reason.value for reason in readiness.reasons],
        "why_not": script.why_not,
        "columns": list(readiness.columns),
    }


def _print(swept: Sequence[Swept], *, each: bool) -> None:
    out = console()
    scripts = [script for spec in swept for script in spec.scripts]
    states = Counter(script.readiness.state for script in scripts)
    table = Table("library", *(state.value for state in State), box=None, pad_edge=False)
    for library in sorted({script.script.library for script in scripts}):
        counts = Counter(script.readiness.state for script in scripts if script.script.library == library)
        table.add_row(library, *(str(counts[state]) for state in State))
    out.print(table)
    reasons = Counter((state_of(reason), reason) for script in scripts for reason in script.readiness.reasons)
    why = Table("state", "reason", "scripts", "meaning", box=None, pad_edge=False)
    for (state, reason), count in sorted(reasons.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        why.add_row(state.value, reason.value, str(count), f"its script {WORDS[reason]}")
    out.print(why)
    if sum(reasons.values()) > sum(bool(script.readiness.reasons) for script in scripts):
        out.print("A script counts under each of its reasons.")
    if each:
        for spec in swept:
            for script in spec.scripts:
                found = script.why_not or State.CLEAN.value
                more = ", ".join(reason.value for reason in script.readiness.reasons[1:])
                also = f" Also: {more}." if more else ""
                out.print(f"{spec.spec.spec_id}, {script.script.library}: {found}{also}")
    parts = ", ".join(f"{states[state]} {state.value}" for state in State)
    out.print(f"{len(swept)} specifications, {len(scripts)} scripts: {parts}")


if __name__ == "__main__":
    app(prog_name="plotlane catalogue")
