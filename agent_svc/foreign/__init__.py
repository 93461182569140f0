"""Foreign catalogues: charts that were written elsewhere, looked through and mounted beside our own."""
