"""The `plotlane` command."""
