"""The pipeline: one plot from its specification to its outcome, in named steps."""
