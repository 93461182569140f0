"""Fan-outs: one session's data drawn with several libraries, each in a copy of the session."""
