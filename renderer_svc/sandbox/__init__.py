"""The seam between the renderer and whatever keeps a script inside: one kind a file."""
