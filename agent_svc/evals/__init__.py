"""Evals: cases that are drawn through the real services, and reports that can be compared."""
