"""The benchmarks: ratios against a yardstick that is measured in the same run; `make bench`."""
