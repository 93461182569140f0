"""The assistant: the root that reads a user's words and uses tools, the adapter of code, the reviewer of pictures."""
