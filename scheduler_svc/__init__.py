"""The scheduler: the one owner of pools, lanes, caps, locks, holds and leases."""
