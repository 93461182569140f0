"""Sessions: what a user is working on, kept across restarts."""
