"""Dates: what is written in cells as a day, a time or a period, to ISO text."""
