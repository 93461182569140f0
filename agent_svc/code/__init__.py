"""The code layer: pure functions from text to text that bind, check, load and export a chart's script."""
