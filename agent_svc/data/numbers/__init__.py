"""Numbers: what is written in cells as an amount, to its exact digits."""
