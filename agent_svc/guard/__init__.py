"""The guards: what may come in, what may be plotted, and what may go out."""
