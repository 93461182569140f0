"""Encodings: from the bytes of a file to clean text."""
