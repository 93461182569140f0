"""Feedback: what users think of their plots, kept as bundles that `plotlane eval` can run again."""
