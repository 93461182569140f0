"""The gates: deterministic judgements of a render, each with a page in docs/gates."""
