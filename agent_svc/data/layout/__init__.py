"""Layout: from a text to a grid of cells under names, and what is no row of it."""
