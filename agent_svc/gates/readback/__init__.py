"""The read-back: what the marks must be, computed from the data, and how they compare with what was drawn."""
