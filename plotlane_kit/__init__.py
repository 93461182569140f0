"""What all four services share: serving, errors, settings, logs, and the `plotlane` command."""
