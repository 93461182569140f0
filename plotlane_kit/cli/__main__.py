"""`python -m plotlane_kit.cli` is the `plotlane` command."""

from plotlane_kit.cli.main import app

app(prog_name="plotlane")
