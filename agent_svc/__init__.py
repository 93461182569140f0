"""Plotlane service."""
