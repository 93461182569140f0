"""Spending: what model calls may cost in a turn and in a day, set aside before each and settled after it."""
