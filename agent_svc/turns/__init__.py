"""Turns: one message or action of a user in a session, from its hold to its last event."""
