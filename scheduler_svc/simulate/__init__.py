"""The simulator: the real core on a virtual clock, driven by scenarios that users can write."""
