"""Quotas: what users may use in a minute, in a day and at once; pure rules, counted as events."""
