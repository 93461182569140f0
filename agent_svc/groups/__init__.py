"""Groups: runs that the scheduler accepts together, each with a seat and a turn, as fan-outs and signals have them."""
