"""Models: whoever turns a user's words into a change of the plot."""
