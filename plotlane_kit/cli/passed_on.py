"""Passing on: a subcommand that a service's package brings with its own command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final, NoReturn

import typer

#: What `app.command` needs for it: every argument, --help included, is the other command line's to read.
SETTINGS: Final = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def pass_on(module: str, context: typer.Context) -> NoReturn:
    """Be `python -m module` with the arguments of `context` from now on."""
    become(module, context.args)


def become(module: str, words: Iterable[str]) -> NoReturn:
    """Be `python -m module` with `words` from now on."""
    # The kit imports no service. Not a child: one would outlive a signal that ends its parent.
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", module, *words])  # noqa: S606 (no shell is wanted)
