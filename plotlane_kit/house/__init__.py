"""The house: all four services on one machine, started, watched and stopped by one supervisor."""
