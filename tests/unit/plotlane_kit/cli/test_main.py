"""The `plotlane` command before its subcommands."""

from __future__ import annotations

from importlib.metadata import version

from typer.testing import CliRunner

from plotlane_kit.cli.main import app


def test_the_version_is_that_of_the_package() -> None:
    ended = CliRunner().invoke(app, ["--version"])
    assert (ended.exit_code, ended.stdout) == (0, f"plotlane {version('plotlane')}\n")
